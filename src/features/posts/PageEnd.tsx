import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { reportError } from '../../apollo/errors.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './PostList.module.css'

interface PageEndProps {
  cursor: string
  /** Loads the page after the cursor. Rejects if that fails or if the list still ends at the cursor. */
  loadMore: (after: string) => Promise<unknown>
}

/** The end of a list: loads the next page when it comes near, and offers to try again when that fails. */
export function PageEnd({ cursor, loadMore }: PageEndProps) {
  // New state and a new observer for each page: a new observer reports at once whether the end is still near.
  return <NextPage key={cursor} loadMore={() => loadMore(cursor)} />
}

function NextPage({ loadMore }: { loadMore: () => Promise<unknown> }) {
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
        // A busy browser delivers several entries in one batch; the last one is the current state.
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
    <div ref={end} className={styles.end}>
      {failed ? (
        <>
          <p>The next posts did not load.</p>
          <Button size="sm" variant="outline" onClick={() => setFailed(false)}>
            Try again
          </Button>
        </>
      ) : (
        <p role="status">Loading more posts</p>
      )}
    </div>
  )
}
