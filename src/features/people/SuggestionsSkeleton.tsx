import { Bone } from '../../ui/SkeletonBlock.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import type { SuggestionsLayout } from './Suggestions.tsx'
import styles from './SuggestionsSkeleton.module.css'

const rows = [1, 2, 3, 4, 5]

/** The placeholder of the suggestions while they load. */
export function SuggestionsSkeleton({ layout }: { layout: SuggestionsLayout }) {
  return (
    <Skeleton label="Loading people">
      {layout === 'panel' ? (
        <Sheet className={styles.panel}>
          <Bone width="12rem" height="1.1rem" />
          {rows.map((row) => (
            <div key={row} className={styles.person}>
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
          {rows.map((row) => (
            <Bone key={row} width="9.5rem" height="11rem" className={styles.card} />
          ))}
        </div>
      )}
    </Skeleton>
  )
}
