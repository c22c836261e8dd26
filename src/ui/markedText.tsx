import { createContext, type ReactNode } from 'react'
import type { TextRange } from '../../shared/searchWords.ts'
import styles from './markedText.module.css'

const none: readonly TextRange[] = []

/** Returns what to mark in a text of the page, such as the words of a search. */
export const FindMarksContext = createContext<(text: string) => readonly TextRange[]>(() => none)

/** Returns a text with these ranges marked. `start`: where the text starts in the one that the ranges are of. */
export function markedText(text: string, ranges: readonly TextRange[], start = 0): ReactNode {
  const pieces: ReactNode[] = []
  let end = 0
  for (const range of ranges) {
    const from = Math.max(range[0] - start, end)
    const to = Math.min(range[1] - start, text.length)
    if (from >= to) continue
    pieces.push(
      text.slice(end, from),
      <mark key={from} className={styles.mark}>
        {text.slice(from, to)}
      </mark>,
    )
    end = to
  }
  return end === 0 ? text : [...pieces, text.slice(end)]
}
