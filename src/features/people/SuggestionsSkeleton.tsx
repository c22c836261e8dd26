import { Surface } from '../../ui/Surface.tsx'
import { Skeleton, SkeletonBlock, SkeletonLines } from '../../ui/Skeleton.tsx'
import { suggestionsHeading, type SuggestionsLayout } from './Suggestions.tsx'
import styles from './Suggestions.module.css'

/** The widths of the name and the username of each row. */
const rows = [
  ['62%', '44%'],
  ['48%', '58%'],
  ['70%', '40%'],
  ['55%', '62%'],
  ['60%', '46%'],
] as const

/** The placeholder of the suggestions while they load. */
export function SuggestionsSkeleton({ layout }: { layout: SuggestionsLayout }) {
  const heading = (
    <h2 className={styles.heading} aria-hidden="true">
      {suggestionsHeading}
    </h2>
  )
  return (
    <Skeleton label="Loading people">
      {layout === 'panel' ? (
        <Surface className={styles.panel}>
          {heading}
          <div className={styles.panelList}>
            {rows.map((widths) => (
              <div key={widths[0]} className={styles.person}>
                <SkeletonBlock shape="avatar" />
                <SkeletonLines widths={widths} />
                <SkeletonBlock shape="button" />
              </div>
            ))}
          </div>
        </Surface>
      ) : (
        <div className={styles.shelf}>
          {heading}
          <div className={styles.shelfList}>
            {rows.map((widths) => (
              <div key={widths[0]} className={styles.card}>
                <SkeletonBlock shape="avatar" width="3.5rem" height="3.5rem" />
                <SkeletonLines widths={widths} />
                <SkeletonBlock shape="button" width="100%" />
              </div>
            ))}
          </div>
        </div>
      )}
    </Skeleton>
  )
}
