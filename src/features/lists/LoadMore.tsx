import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { reportError } from '../../apollo/errors.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './LoadMore.module.css'

interface LoadMoreProps {
  cursor: string
  /** Loads the page after the cursor. Rejects if the request fails or the list still ends at the cursor. */
  loadMore: (after: string) => Promise<unknown>
  /** What the list contains. */
  rows?: 'posts' | 'people'
  /** Shown while a page loads. Default: a line of text. */
  skeleton?: ReactNode
}

/** Loads the next page of a list when it is scrolled near the viewport. Shows a retry button if that fails. */
export function LoadMore({ cursor, loadMore, ...texts }: LoadMoreProps) {
  // Resets state and observer for each page. A new observer reports at once whether the end is still near.
  return <NextPage key={cursor} loadMore={() => loadMore(cursor)} {...texts} />
}

interface NextPageProps extends Pick<LoadMoreProps, 'rows' | 'skeleton'> {
  loadMore: () => Promise<unknown>
}

function NextPage({ loadMore, rows = 'posts', skeleton }: NextPageProps) {
  const [failed, setFailed] = useState(false)
  const end = useRef<HTMLDivElement>(null)

  const load = useEffectEvent(async () => {
    try {
      await loadMore()
    } catch (error) {
      reportError(error)
      setFailed(true)
    }
  })

  useEffect(() => {
    const element = end.current
    if (!element || failed) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        // A busy browser delivers several entries in one batch. The last one is the current state.
        if (!entries.at(-1)?.isIntersecting) return
        observer.disconnect()
        void load()
      },
      { rootMargin: '800px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [failed])

  return (
    <div ref={end}>
      {failed ? (
        <div className={styles.end}>
          <p role="alert">The next {rows} did not load.</p>
          <Button size="sm" variant="outline" onClick={() => setFailed(false)}>
            Try again
          </Button>
        </div>
      ) : (
        (skeleton ?? (
          <p className={styles.end} role="status">
            Loading more {rows}
          </p>
        ))
      )}
    </div>
  )
}
