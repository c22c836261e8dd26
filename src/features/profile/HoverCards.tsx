import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { fetchQuery } from '../../apollo/calls.ts'
import { clientOf } from '../../apollo/client.ts'
import { reportError } from '../../lib/reportError.ts'
import { useSessionScope, type SessionScope } from '../../session/sessionScope.ts'
import { forgetPointerMotion, hasPointerMoved } from '../../lib/pointerMotion.ts'
import { reconnections } from '../../lib/reconnections.ts'
import { nameLinkAt } from '../people/userLinks.ts'
import { HoverCard } from './HoverCard.tsx'
import { HoverCardDocument } from './HoverCard.generated.ts'
import styles from './HoverCard.module.css'

const OPEN_DELAY_MS = 500
/** A name that is only passed loads nothing. */
const LOAD_DELAY_MS = 100
const CLOSE_DELAY_MS = 200
/** The distance (in px) of a card to its name, and to the edges of the window. */
const GAP = 6

interface OpenCard {
  userId: string
  link: HTMLAnchorElement
  /** The element of the card, after the link: Tab moves from the name into the card. */
  container: HTMLElement
}

/**
 * Shows a card about the user whose name the pointer has moved to or that has the keyboard's focus (WCAG 1.4.13): the
 * pointer can move into the card, and Escape closes it. The card is a popover, so that nothing clips it and nothing moves.
 * Give this component a new key for each page.
 */
export function HoverCards() {
  const [card, setCard] = useState<OpenCard | null>(null)
  const scope = useSessionScope()
  /** The name that the pointer or the focus is on. */
  const activeName = useRef<HTMLAnchorElement>(null)
  /** The name whose user did not load. */
  const failedName = useRef<HTMLAnchorElement>(null)

  const load = useEffectEvent((link: HTMLAnchorElement) => {
    failedName.current = null
    return loadUser(scope, link).catch((error: unknown) => {
      reportError(error)
      failedName.current = link
    })
  })
  const open = useEffectEvent(async (link: HTMLAnchorElement, loading: ReturnType<typeof load>) => {
    const userId = await loading
    if (!userId || activeName.current !== link || !isHoveredOrFocused(link)) return
    setCard({ userId, link, container: createContainer() })
  })
  const getCard = useEffectEvent(() => card)

  useEffect(() => {
    if (!('popover' in HTMLElement.prototype)) return undefined
    let opening: ReturnType<typeof setTimeout> | undefined
    let closing: ReturnType<typeof setTimeout> | undefined

    const openSoon = (link: HTMLAnchorElement | null) => {
      if (link === activeName.current) return
      activeName.current = link
      clearTimeout(opening)
      if (!link || link === getCard()?.link) return
      opening = setTimeout(() => {
        const loading = load(link)
        opening = setTimeout(() => void open(link, loading), OPEN_DELAY_MS - LOAD_DELAY_MS)
      }, LOAD_DELAY_MS)
    }
    const closeIfLeft = () => {
      clearTimeout(closing)
      closing = setTimeout(
        () => setCard((shown) => (shown && !isHoveredOrFocused(shown.link, shown.container) ? null : shown)),
        CLOSE_DELAY_MS,
      )
    }
    const onPointerMove = ({ target, pointerType }: PointerEvent) => {
      if (pointerType !== 'touch' && hasPointerMoved()) openSoon(nameLinkAt(target) ?? focusedName())
    }
    const onFocus = ({ target }: FocusEvent) => {
      const link = nameLinkAt(target)
      openSoon(link?.matches(':focus-visible') ? link : null)
      closeIfLeft()
    }
    const onKeyDown = (event: KeyboardEvent) => {
      const shown = getCard()
      if (event.key !== 'Escape' || !shown) return
      // The card of this name stays closed until the user has left the name.
      activeName.current = shown.link
      if (shown.container.contains(document.activeElement)) shown.link.focus()
      setCard(null)
    }

    const onScroll = () => setCard((shown) => (shown?.link.closest('aside') ? null : shown))

    const controller = new AbortController()
    const { signal } = controller
    document.addEventListener('pointermove', onPointerMove, { signal })
    document.addEventListener('pointerover', closeIfLeft, { signal })
    document.addEventListener('pointerout', closeIfLeft, { signal })
    document.addEventListener('focusin', onFocus, { signal })
    document.addEventListener('focusout', closeIfLeft, { signal })
    document.addEventListener('keydown', onKeyDown, { signal })
    document.addEventListener('scroll', onScroll, { capture: true, signal })
    const stopRetries = reconnections.subscribe(() => {
      const link = failedName.current
      if (link) void open(link, load(link))
    })
    // The name that the focus or the pointer has come to before this code loaded. After a touch, `:hover` matches what was
    // tapped.
    const isHovering = hasPointerMoved() && matchMedia('(hover: hover)').matches
    openSoon(focusedName() ?? (isHovering ? nameLinkAt([...document.querySelectorAll(':hover')].at(-1)) : null))
    return () => {
      forgetPointerMotion()
      stopRetries()
      clearTimeout(opening)
      clearTimeout(closing)
      controller.abort()
      activeName.current = null
    }
  }, [])

  useLayoutEffect(() => {
    if (!card) return undefined
    const { container, link } = card
    show(container, link)
    return () => container.remove()
  }, [card])

  return card && createPortal(<HoverCard key={card.userId} userId={card.userId} />, card.container)
}

function focusedName(): HTMLAnchorElement | null {
  return nameLinkAt(document.querySelector('a:focus-visible'))
}

/** Returns whether the name and its card have the pointer or the keyboard's focus. */
function isHoveredOrFocused(link: HTMLAnchorElement, container?: HTMLElement): boolean {
  // The pointer crosses the lines between the name and the card.
  const hovered = container ? anchorOf(link) : link
  return (
    hovered.matches(':hover') ||
    link.matches(':focus-visible') ||
    Boolean(container?.matches(':hover') || container?.querySelector(':focus-visible'))
  )
}

/** Returns the element that the card must not cover: the name and the lines below it. */
function anchorOf(link: HTMLAnchorElement): Element {
  return link.closest('header > div') ?? link
}

function createContainer(): HTMLElement {
  const container = document.createElement('div')
  container.popover = 'manual'
  // With an attribute of its own, the card does not change the direction of a post with `dir="auto"`.
  container.dir = 'ltr'
  container.className = styles.card ?? ''
  return container
}

/**
 * Shows the card below the name, or above it if there is room only there. It scrolls with the page. The panel of
 * suggestions does not, so a scroll closes the cards of its names.
 */
function show(container: HTMLElement, link: HTMLAnchorElement): void {
  link.after(container)
  container.showPopover()
  const { top, left } = link.getBoundingClientRect()
  const { bottom } = anchorOf(link).getBoundingClientRect()
  const { width, height } = container.getBoundingClientRect()
  const isAbove = bottom + GAP + height > innerHeight && top - GAP - height > 0
  container.style.top = `${scrollY + (isAbove ? top - GAP - height : bottom + GAP)}px`
  container.style.left = `${Math.max(GAP, Math.min(left, document.documentElement.clientWidth - width - GAP))}px`
}

/**
 * Loads the user of a link to a profile, which has no id if it is the viewer's. Resolves to the id, or to undefined if there
 * is no such user.
 */
async function loadUser(scope: SessionScope, { pathname }: HTMLAnchorElement): Promise<string | undefined> {
  const [, , userId = scope.userId] = pathname.split('/')
  const { user } = await fetchQuery(clientOf(scope), HoverCardDocument, { userId }, 'cache-first')
  return user?.id
}
