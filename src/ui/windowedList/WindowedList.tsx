import { Fragment, useLayoutEffect, useRef, useState, type HTMLAttributes, type ReactNode, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { ListWindow, type ListEvents } from './ListWindow.ts'
import { firstView, rowsOf, type Place } from './view.ts'

interface WindowedListProps<Row> extends Omit<HTMLAttributes<HTMLElement>, 'children'>, ListEvents {
  as?: 'div' | 'ul'
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** Renders a row as one element without a margin. Mark a row with unsaved input with `data-unsaved`. */
  children: (row: Row, index: number) => ReactNode
  /** The number of rows of the list before `rows`, which are not loaded. */
  before?: number
  /** The element that scrolls the list. By default the window. */
  scroller?: RefObject<HTMLElement | null>
  /** The row to show at first. */
  place?: Place | undefined
}

/**
 * A list of which only the rows near the viewport are in the DOM, and those that have the focus, unsaved input or a
 * video that plays. Keeps the row being read where it is when rows above it change.
 */
export function WindowedList<Row>({
  as: Tag = 'div',
  rows,
  keyOf,
  children,
  before = 0,
  scroller,
  place,
  onPlace,
  onSkipped,
  ...props
}: WindowedListProps<Row>) {
  const [view, setView] = useState(() => firstView(place))
  const list = useRef<HTMLElement>(null)
  const [listWindow] = useState(
    () => new ListWindow((next, isUrgent) => (isUrgent ? flushSync(() => setView(next)) : setView(next)), place),
  )
  const shown = rowsOf(view, rows.map(keyOf), before)

  useLayoutEffect(
    () => (list.current ? listWindow.attach(list.current, scroller?.current ?? null) : undefined),
    [listWindow, scroller],
  )
  useLayoutEffect(() => listWindow.update(shown, { onPlace, onSkipped }))

  return (
    <Tag {...props} ref={(element: HTMLElement | null) => void (list.current = element)}>
      {shown.mounted.map((index) => {
        const row = rows[index]
        return row === undefined ? null : <Fragment key={shown.keys[index]}>{children(row, index)}</Fragment>
      })}
    </Tag>
  )
}
