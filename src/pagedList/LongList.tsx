import type { OperationVariables } from '@apollo/client'
import { Fragment, useLayoutEffect, useRef, useState } from 'react'
import type { ComponentType, HTMLAttributes, ReactNode } from 'react'
import { NavigationType, useNavigationType } from 'react-router-dom'
import { useReconnection } from '../lib/reconnections.ts'
import { focusMain } from '../ui/pageFocus.ts'
import { ListPill } from './ListPill.tsx'
import { ListViewport } from './ListViewport.ts'
import { listKinds } from './listKinds.ts'
import { LoadMore } from './LoadMore.tsx'
import styles from './LongList.module.css'
import { edgesOfPage, type Page } from './pages.ts'
import { useListPage, useListState, type Paging } from './usePagedQuery.ts'

/** The rows of the first render, enough for most windows. The others follow in a render that yields to the browser. */
const FIRST_ROWS = 3

interface LongListProps<Row, Data, Variables> extends Omit<HTMLAttributes<HTMLElement>, 'children' | 'className'> {
  paging: Paging<Row, Data, Variables>
  /** Whether a link opens the list at its start. Back, Forward and a reload always lead to where the user left it. */
  opensAtStart?: boolean
  /** Shown while the next page loads. Default: a line of text. */
  skeleton?: ReactNode
  /** Returns the content between this number of rows and the next page. */
  end?: (count: number) => ReactNode
  /** Wraps the rows and what follows them. Default: nothing. */
  frame?: ComponentType<{ children: ReactNode }>
  /**
   * Renders a row as one element without a margin. `position` is its place in the list, from 1, and `setSize` the length
   * of the list, or -1 if it is unknown. Text that is typed into it must be stored elsewhere: the row can be unmounted.
   */
  children: (row: Row, position: number, setSize: number) => ReactNode
}

/**
 * A list of which only the pages near the viewport and around the focus are in the DOM. Blocks of the same height replace
 * the others. Loads more when the user scrolls near the end.
 */
export function LongList<Row extends { id: string }, Data, Variables extends OperationVariables>({
  paging,
  opensAtStart = false,
  skeleton,
  end,
  frame: Frame = Fragment,
  children,
  ...props
}: LongListProps<Row, Data, Variables>) {
  const { list } = paging
  const { rows } = listKinds[list.address.name]
  const isReturn = useNavigationType() === NavigationType.Pop
  const [startsAtPlace] = useState((isReturn || !opensAtStart) && list.place !== undefined)
  const state = useListState(paging)
  const element = useRef<HTMLDivElement>(null)
  const view = useRef<ListViewport>(null)
  const showsAll = startsAtPlace || !state.isFirstRender

  useLayoutEffect(() => {
    if (!startsAtPlace && list.place) list.toStart()
    if (!element.current) return undefined
    view.current = new ListViewport(list, element.current)
    return view.current.attach()
  }, [list, startsAtPlace])
  // After the layout effects of the pages, which record their rows.
  useLayoutEffect(() => view.current?.update())
  useReconnection(() => {
    if (state.failure) list.retry()
  })
  const retry = () => {
    // The button, which has the focus, is no longer rendered.
    focusMain()
    list.retry()
  }

  /** Marks the list as busy meanwhile (ARIA, "feed"), without a render of its rows. */
  const loadNext = async () => {
    const { current } = element
    current?.setAttribute('aria-busy', 'true')
    try {
      await list.loadNext()
    } finally {
      current?.setAttribute('aria-busy', 'false')
    }
  }

  const content: ReactNode[] = []
  let position = 1
  let height = 0
  const addBlock = (key: string) => {
    if (height > 0) content.push(<div key={key} className={styles.block} style={{ height }} />)
    height = 0
  }
  for (const page of state.pages) {
    if (state.mounted.has(page.id)) {
      addBlock(`block before ${page.id}`)
      const first = position
      content.push(
        <div key={page.id} data-list-page={page.id}>
          <ListPage page={page} pages={state.pages} paging={paging} limit={showsAll ? undefined : FIRST_ROWS}>
            {(row, index) => children(row, first + index, state.endCursor === null ? state.count : -1)}
          </ListPage>
        </div>,
      )
    } else height += list.heightOf(page.id)
    position += page.count
  }
  addBlock('last block')

  return (
    <>
      <ListPill onClick={retry} failure={state.failure} rows={rows} />
      <Frame>
        <div
          {...props}
          // `ScrollRestoration` leaves a list at its place to scroll itself.
          data-long-list={startsAtPlace ? 'at-place' : 'at-start'}
          aria-busy={false}
          className={styles.list}
          ref={element}
        >
          {content}
        </div>
        {end?.(state.count)}
        {showsAll && state.endCursor && (
          <LoadMore key={state.endCursor} loadMore={loadNext} rows={rows} skeleton={skeleton} />
        )}
      </Frame>
    </>
  )
}

interface ListPageProps<Row, Data, Variables> {
  page: Page
  /** All pages of the list. */
  pages: readonly Page[]
  paging: Paging<Row, Data, Variables>
  /** The largest number of rows to show. Default: all. */
  limit?: number | undefined
  children: (row: Row, index: number) => ReactNode
}

/** The rows of a page that has loaded. */
export function ListPage<Row extends { id: string }, Data, Variables extends OperationVariables>({
  page,
  pages,
  paging: { list, query },
  limit,
  children,
}: ListPageProps<Row, Data, Variables>) {
  const { connection } = useListPage(query, page.start)
  useLayoutEffect(() => list.recordPage(page.id, connection))
  const edges = edgesOfPage(pages, pages.indexOf(page), connection).slice(0, limit)
  return edges.map(({ node }, index) => <Fragment key={node.id}>{children(node, index)}</Fragment>)
}
