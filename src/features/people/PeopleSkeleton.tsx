import { Bone } from '../../ui/SkeletonBlock.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './PeopleSkeleton.module.css'

const places = [1, 2, 3, 4, 5]

/** Holds the place of the people while they load: on a sheet of their own, or side by side within the feed. */
export function PeopleSkeleton({ place }: { place: 'panel' | 'shelf' }) {
  return (
    <Skeleton label="Loading people">
      {place === 'panel' ? (
        <Sheet className={styles.panel}>
          <Bone width="12rem" height="1.1rem" />
          {places.map((at) => (
            <div key={at} className={styles.person}>
              <Bone shape="avatar" />
              <div className={styles.lines}>
                <Bone width="7rem" />
                <Bone width="5rem" height="0.65rem" />
              </div>
            </div>
          ))}
        </Sheet>
      ) : (
        <div className={styles.shelf}>
          {places.map((at) => (
            <Bone key={at} width="9.5rem" height="11rem" className={styles.card} />
          ))}
        </div>
      )}
    </Skeleton>
  )
}
