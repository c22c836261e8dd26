import { useContext, useLayoutEffect, useMemo, useRef, useState, type FocusEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router-dom'
import { cutText } from '../../../shared/cutText.ts'
import { useSessionScope } from '../../session/sessionScope.ts'
import { classes } from '../../ui/classes.ts'
import { FindMarksContext, markedText } from '../../ui/markedText.tsx'
import { profilePath } from '../people/userLinks.ts'
import styles from './RichText.module.css'
import { shownOffset, shownText } from './shownText.ts'
import type { TextSegment } from './textSegments.ts'
import { useTextSegments } from './useTextSegments.ts'

/** A text above this number of lines is folded (docs/spec-decisions.md, "Screens"). */
const MAX_LINES = 6
/** Shorter texts have fewer lines, even in a narrow window with large letters. */
const MIN_FOLDED_CHARS = 60
/** A folded text renders only its start, however long it is. */
const MAX_FOLDED_CHARS = 2000
/** The longest text that is rendered at all. The backend accepts no longer ones. */
const MAX_CHARS = 100_000

interface RichTextProps {
  text: string
  /** The mentions that are stored with the text. Default, for a text without: each @username is one. */
  mentions?: readonly { start: number; end: number; user: { id: string } }[]
  /** Whether a long text is shown in full from the start. */
  full?: boolean
  className?: string | undefined
}

/**
 * A text of a user: with links, each paragraph in its own direction. Unless it is shown in full, it is folded if it is long,
 * and without the blank lines that would push the rest of it away.
 */
export function RichText({ text: written, mentions, full = false, className }: RichTextProps) {
  const { userId } = useSessionScope()
  const text = shownText(written, full)
  const links = useMemo(
    () =>
      mentions?.map(({ start, end, user: { id } }) => {
        const shownStart = shownOffset(written, start, full)
        const to = profilePath({ id, isViewer: id === userId })
        return { start: shownStart, end: shownStart + end - start, to }
      }),
    [mentions, written, full, userId],
  )
  const findMarks = useContext(FindMarksContext)
  const paragraph = useRef<HTMLParagraphElement>(null)
  const [isOpen, setOpen] = useState(full)
  const [isTall, setTall] = useState(false)
  const isFoldable = !full && (isTall || text.length > MAX_FOLDED_CHARS)
  const isFolded = isFoldable && !isOpen
  // Of the whole text: the start of an address is another address.
  const parsed = useTextSegments(cutText(text, MAX_CHARS), links)
  const segments = isOpen ? parsed : startOf(parsed, MAX_FOLDED_CHARS)

  // Before the first paint, so that nothing moves.
  useLayoutEffect(() => {
    const element = paragraph.current
    if (full || !element || (text.length < MIN_FOLDED_CHARS && !text.includes('\n'))) return
    const lineHeight = Number.parseFloat(getComputedStyle(element).lineHeight)
    setTall(element.scrollHeight > (MAX_LINES + 0.5) * lineHeight)
  }, [full, text])

  /** A link below the fold is reached with the Tab key. */
  const unfoldAt = ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
    // Unlike the place on screen, this does not change when the browser scrolls to the link.
    const bottom = target.offsetTop + target.offsetHeight - currentTarget.offsetTop
    if (bottom > currentTarget.clientHeight) setOpen(true)
  }

  const toggle = () => {
    flushSync(() => setOpen(!isOpen))
    // After 'Show less' at the end of a long text, the post or profile would be above the viewport.
    if (isOpen) paragraph.current?.closest('article, section')?.scrollIntoView({ block: 'nearest' })
  }

  if (text === '') return null
  const marks = findMarks(cutText(text, isOpen ? MAX_CHARS : MAX_FOLDED_CHARS))
  return (
    <>
      <p
        ref={paragraph}
        dir="auto"
        className={classes(styles.text, isFolded && styles.folded, className)}
        onFocus={isFolded ? unfoldAt : undefined}
      >
        {segments.map((segment) =>
          segment.to ? (
            <Link key={segment.start} to={segment.to} className={styles.link}>
              <bdi>{markedText(segment.text, marks, segment.start)}</bdi>
            </Link>
          ) : segment.href ? (
            <ExternalLink key={segment.start} href={segment.href} realHost={segment.realHost}>
              {markedText(segment.text, marks, segment.start)}
            </ExternalLink>
          ) : (
            markedText(segment.text, marks, segment.start)
          ),
        )}
        {isOpen && text.length > MAX_CHARS && '…'}
      </p>
      {isFoldable && (
        <button type="button" className={styles.more} aria-expanded={isOpen} onClick={toggle}>
          {isOpen ? 'Show less' : 'Show more'}
        </button>
      )}
    </>
  )
}

/** Returns the segments of the first characters of a text. A link that goes on after them is left out. */
function startOf(segments: readonly TextSegment[], maxLength: number): readonly TextSegment[] {
  const end = segments.findIndex(({ start, text }) => start + text.length > maxLength)
  const cut = segments[end]
  if (!cut) return segments
  const isLink = cut.to !== undefined || cut.href !== undefined
  const rest = isLink ? [] : [{ ...cut, text: cutText(cut.text, maxLength - cut.start) }]
  return [...segments.slice(0, end), ...rest]
}

interface ExternalLinkProps {
  href: string
  realHost: string | undefined
  children: ReactNode
}

function ExternalLink({ href, realHost, children }: ExternalLinkProps) {
  return (
    <>
      <a href={href} target="_blank" rel="noopener noreferrer nofollow ugc" className={styles.link}>
        <bdi>{children}</bdi>
      </a>
      {realHost && <strong className={styles.warning}>{` (leads to ${realHost})`}</strong>}
    </>
  )
}
