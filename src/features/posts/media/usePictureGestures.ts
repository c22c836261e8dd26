import { useEffect, useEffectEvent, useRef, useState } from 'react'

const MAX_ZOOM = 5
const ZOOM_STEP = 1.5
/** A swipe down by this many pixels closes. */
const SWIPE_PX = 96
/** A press that moves further is not a click. */
const CLICK_PX = 4

interface View {
  zoom: number
  /** The offset of the picture from the middle of the stage, in pixels. */
  x: number
  y: number
}

const fitted: View = { zoom: 1, x: 0, y: 0 }

interface Point {
  x: number
  y: number
}

/**
 * Zooms and moves a picture on a stage: with two fingers, the wheel, a double click, and by dragging it once it is
 * zoomed. A swipe down with one finger, and a press beside the picture, call `close`.
 */
export function usePictureGestures(close: () => void) {
  const stage = useRef<HTMLDivElement>(null)
  const [view, setView] = useState(fitted)

  /** Zooms so that the point, in pixels from the middle of the stage, stays where it is. */
  const zoomBy = (factor: number, point: Point = { x: 0, y: 0 }, move: Point = { x: 0, y: 0 }) =>
    setView(({ zoom, x, y }) => {
      const next = Math.min(MAX_ZOOM, Math.max(1, zoom * factor))
      if (next === 1) return fitted
      const scale = next / zoom
      return within(stage.current, {
        zoom: next,
        x: point.x - (point.x - x) * scale + move.x,
        y: point.y - (point.y - y) * scale + move.y,
      })
    })

  const fromMiddle = (point: Point): Point => {
    const { left = 0, top = 0, width = 0, height = 0 } = stage.current?.getBoundingClientRect() ?? {}
    return { x: point.x - left - width / 2, y: point.y - top - height / 2 }
  }

  const fingers = useRef(new Map<number, Point>())
  /** Where the only finger was set down, until a second one joins. */
  const swipeStart = useRef<Point | undefined>(undefined)

  const pressedAt = useRef<Point | undefined>(undefined)

  const onDown = useEffectEvent((event: PointerEvent) => {
    if (event.button !== 0) return
    stage.current?.setPointerCapture(event.pointerId)
    pressedAt.current = { x: event.clientX, y: event.clientY }
    fingers.current.set(event.pointerId, pressedAt.current)
    const isSwipe = fingers.current.size === 1 && view.zoom === 1 && event.pointerType !== 'mouse'
    swipeStart.current = isSwipe ? pressedAt.current : undefined
  })

  const onMove = useEffectEvent((event: PointerEvent) => {
    const before = fingers.current.get(event.pointerId)
    if (!before) return
    const now = { x: event.clientX, y: event.clientY }
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1]
    fingers.current.set(event.pointerId, now)
    const move = { x: now.x - before.x, y: now.y - before.y }
    if (other) {
      const factor = distance(now, other) / Math.max(1, distance(before, other))
      zoomBy(factor, fromMiddle({ x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 }), {
        x: move.x / 2,
        y: move.y / 2,
      })
    } else if (view.zoom > 1) {
      setView((current) => within(stage.current, { ...current, x: current.x + move.x, y: current.y + move.y }))
    } else if (swipeStart.current) {
      setView({ ...fitted, y: Math.max(0, now.y - swipeStart.current.y) })
    }
  })

  const onUp = useEffectEvent((event: PointerEvent) => {
    fingers.current.delete(event.pointerId)
    const start = swipeStart.current
    swipeStart.current = undefined
    if (!start) return
    const down = event.clientY - start.y
    if (event.type === 'pointerup' && down > SWIPE_PX && down > Math.abs(event.clientX - start.x)) close()
    else setView(fitted)
  })

  const onClick = useEffectEvent((event: MouseEvent) => {
    const end = { x: event.clientX, y: event.clientY }
    if (pressedAt.current && distance(pressedAt.current, end) > CLICK_PX) return
    if (event.detail === 1 && !isOnPicture(stage.current, event)) close()
  })

  const onDoubleClick = useEffectEvent((event: MouseEvent) => {
    if (view.zoom > 1) setView(fitted)
    else zoomBy(2, fromMiddle({ x: event.clientX, y: event.clientY }))
  })

  const onWheel = useEffectEvent((event: WheelEvent) => {
    // The page behind the dialog must neither scroll nor zoom. React's listener could not prevent it.
    event.preventDefault()
    zoomBy(Math.exp(-event.deltaY / 400), fromMiddle({ x: event.clientX, y: event.clientY }))
  })

  useEffect(() => {
    const element = stage.current
    if (!element) return undefined
    const stop = new AbortController()
    const { signal } = stop
    element.addEventListener('pointerdown', onDown, { signal })
    element.addEventListener('pointermove', onMove, { signal })
    element.addEventListener('pointerup', onUp, { signal })
    element.addEventListener('pointercancel', onUp, { signal })
    element.addEventListener('click', onClick, { signal })
    element.addEventListener('dblclick', onDoubleClick, { signal })
    element.addEventListener('wheel', onWheel, { signal, passive: false })
    return () => stop.abort()
  }, [])

  return {
    stage,
    view,
    zoomIn: () => zoomBy(ZOOM_STEP),
    zoomOut: () => zoomBy(1 / ZOOM_STEP),
    reset: () => setView(fitted),
  }
}

/** Returns the view with the picture moved so that it covers the middle of the stage. */
function within(stage: HTMLElement | null, view: View): View {
  const limitX = ((stage?.clientWidth ?? 0) / 2) * (view.zoom - 1)
  const limitY = ((stage?.clientHeight ?? 0) / 2) * (view.zoom - 1)
  return {
    ...view,
    x: Math.min(limitX, Math.max(-limitX, view.x)),
    y: Math.min(limitY, Math.max(-limitY, view.y)),
  }
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y)
}

/** Returns whether a point is on the picture, which fills only a part of its element. */
function isOnPicture(stage: HTMLElement | null, { clientX, clientY }: MouseEvent): boolean {
  const img = stage?.querySelector('img')
  if (!img) return false
  const { left, top, width, height } = img.getBoundingClientRect()
  const scale = Math.min(width / (img.naturalWidth || 1), height / (img.naturalHeight || 1))
  return (
    Math.abs(clientX - left - width / 2) <= (img.naturalWidth * scale) / 2 &&
    Math.abs(clientY - top - height / 2) <= (img.naturalHeight * scale) / 2
  )
}
