import { Fragment, useLayoutEffect, useRef, useState, type HTMLAttributes, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { ListWindow, type ListListeners } from './ListWindow.ts'
import { initialSelection, selectRows, type ListPosition } from './rowSelection.ts'
import styles from './WindowedList.module.css'

interface WindowedListProps<Row> extends Omit<HTMLAttributes<HTMLElement>, 'children' | 'className'>, ListListeners {
  as?: 'div' | 'ul'
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** Renders a row as one element without a margin. Mark a row with unsaved input with `data-unsaved`. */
  children: (row: Row, index: number) => ReactNode
  /** The number of rows of the list before `rows`, which are not loaded. */
  skipped?: number
  /** The number of rows of the list after `rows`, which are not loaded. */
  skippedAfter?: number
  /** Where the list starts. Default: at its first row. */
  initialPosition?: ListPosition | undefined
}

/**
 * A list of which only the rows near the viewport are in the DOM, and those that have the focus, unsaved input or a
 * video that plays. Keeps the row being read where it is when rows above it change. The window scrolls it, or its
 * nearest ancestor that scrolls.
 */
export function WindowedList<Row>({
  as: Tag = 'div',
  rows,
  keyOf,
  children,
  skipped = 0,
  skippedAfter = 0,
  initialPosition,
  onPosition,
  onSkippedRow,
  ...props
}: WindowedListProps<Row>) {
  const [selection, setSelection] = useState(() => initialSelection(initialPosition))
  const list = useRef<HTMLElement>(null)
  const [listWindow] = useState(
    () =>
      new ListWindow(
        (next, isUrgent) => (isUrgent ? flushSync(() => setSelection(next)) : setSelection(next)),
        initialPosition,
      ),
  )
  const selected = selectRows(selection, rows.map(keyOf), { skipped, skippedAfter })

  useLayoutEffect(() => (list.current ? listWindow.attach(list.current) : undefined), [listWindow])
  useLayoutEffect(() => listWindow.update(selected, { onPosition, onSkippedRow }))

  return (
    <Tag {...props} className={styles.list} ref={(element: HTMLElement | null) => void (list.current = element)}>
      {selected.mounted.map((index) => {
        const row = rows[index]
        return row === undefined ? null : <Fragment key={selected.keys[index]}>{children(row, index)}</Fragment>
      })}
    </Tag>
  )
}
