import { RotateCw } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { notLoaded } from '../backend/refusals.ts'
import { reportError } from '../lib/reportError.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/images/Icon.tsx'
import { useReconnection } from '../lib/reconnections.ts'
import type { ListKind } from './listKinds.ts'
import styles from './LoadMore.module.css'

interface LoadMoreProps {
  /** Loads the next page. Rejects if the request fails. */
  loadMore: () => Promise<unknown>
  /** What the list contains. */
  rows?: ListKind['rows']
  /** Shown while a page loads. Default: a line of text. */
  skeleton?: ReactNode
}

/**
 * Loads the next page of a list when it is scrolled near the viewport. Shows a retry button if that fails. Give it the
 * cursor of the last row as its key: a new observer reports at once whether the end is still near.
 */
export function LoadMore({ loadMore, rows = 'posts', skeleton }: LoadMoreProps) {
  const [state, setState] = useState<{ status: 'idle' | 'retrying' } | { status: 'failed'; problem: string }>({
    status: 'idle',
  })
  const end = useRef<HTMLDivElement>(null)
  /** The last page of the list when 'Try again' was pressed. */
  const lastPage = useRef<Element>(undefined)

  const load = async () => {
    try {
      await loadMore()
    } catch (error) {
      lastPage.current = undefined
      reportError(error)
      setState({ status: 'failed', problem: notLoaded(`The next ${rows}`, error) })
    }
  }
  const loadWhenNear = useEffectEvent(load)

  const reload = () => {
    setState({ status: 'retrying' })
    void load()
  }
  const retry = () => {
    lastPage.current = end.current?.parentElement?.querySelector('[data-long-list]')?.lastElementChild ?? undefined
    reload()
  }
  useReconnection(() => {
    if (state.status === 'failed') reload()
  })
  useEffect(
    () => () => {
      const page = lastPage.current
      if (page) focusRowAfter(page)
    },
    [],
  )

  useEffect(() => {
    const element = end.current
    if (!element) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        // A busy browser delivers several entries in one batch. The last one is the current state.
        if (!entries.at(-1)?.isIntersecting) return
        observer.disconnect()
        void loadWhenNear()
      },
      { rootMargin: '800px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  if (state.status === 'idle') {
    return (
      <div ref={end}>
        {skeleton ?? (
          <p className={styles.end} role="status">
            Loading more {rows}
          </p>
        )}
      </div>
    )
  }
  return (
    <div ref={end} className={styles.end}>
      <p role="alert">{state.status === 'failed' ? state.problem : `Loading more ${rows}`}</p>
      <Button size="sm" variant="outline" busy={state.status === 'retrying'} onClick={retry}>
        <Icon of={RotateCw} />
        Try again
      </Button>
    </div>
  )
}

/** Focuses the first row after this page, or of this page if it is the last. Does nothing if the user has moved the focus. */
function focusRowAfter(page: Element): void {
  if (document.activeElement !== document.body) return
  const next = page.nextElementSibling ?? page
  next.querySelector<HTMLElement>('article, a')?.focus({ preventScroll: true })
}
