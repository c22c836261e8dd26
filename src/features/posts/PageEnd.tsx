import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { logOnly } from '../../apollo/errors.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './PostList.module.css'

/** The end of what is loaded: fetches more when it comes near, and offers to try again when that fails. */
export function PageEnd({ cursor, loadMore }: { cursor: string; loadMore: (after: string) => Promise<unknown> }) {
  const [failed, setFailed] = useState(false)
  const end = useRef<HTMLDivElement>(null)

  const load = useEffectEvent(async (after: string) => {
    try {
      await loadMore(after)
    } catch (error) {
      logOnly(error)
      setFailed(true)
    }
  })

  useEffect(() => {
    const element = end.current
    if (!element || failed) return undefined
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        observer.disconnect()
        void load(cursor)
      },
      { rootMargin: '800px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [cursor, failed])

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
