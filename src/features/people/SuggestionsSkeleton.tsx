import { Surface } from '../../ui/Surface.tsx'
import { Skeleton, SkeletonBlock } from '../../ui/Skeleton.tsx'
import type { SuggestionsLayout } from './Suggestions.tsx'
import styles from './SuggestionsSkeleton.module.css'

const rows = [1, 2, 3, 4, 5]

/** The placeholder of the suggestions while they load. */
export function SuggestionsSkeleton({ layout }: { layout: SuggestionsLayout }) {
  return (
    <Skeleton label="Loading people">
      {layout === 'panel' ? (
        <Surface className={styles.panel}>
          <SkeletonBlock width="12rem" height="1.1rem" />
          {rows.map((row) => (
            <div key={row} className={styles.person}>
              <SkeletonBlock shape="avatar" />
              <div className={styles.lines}>
                <SkeletonBlock width="7rem" />
                <SkeletonBlock width="5rem" height="0.65rem" />
              </div>
            </div>
          ))}
        </Surface>
      ) : (
        <div className={styles.shelf}>
          {rows.map((row) => (
            <SkeletonBlock key={row} width="9.5rem" height="11rem" className={styles.card} />
          ))}
        </div>
      )}
    </Skeleton>
  )
}
