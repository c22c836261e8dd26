import { useGesture } from '@use-gesture/react'
import { useRef, useState, type MouseEvent } from 'react'

const MAX_ZOOM = 5
const ZOOM_STEP = 1.5
/** A swipe down by this many pixels closes. */
const SWIPE_PX = 96

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

  const moveBy = (x: number, y: number) =>
    setView((current) => within(stage.current, { ...current, x: current.x + x, y: current.y + y }))

  const fromMiddle = (point: Point): Point => {
    const { left = 0, top = 0, width = 0, height = 0 } = stage.current?.getBoundingClientRect() ?? {}
    return { x: point.x - left - width / 2, y: point.y - top - height / 2 }
  }

  /** The point between the two fingers. */
  const pinchedAt = useRef<Point>({ x: 0, y: 0 })

  useGesture(
    {
      onDrag: ({ movement: [across, down], delta: [x, y], first, last, canceled, pinching, cancel, event }) => {
        if (pinching) return cancel()
        if (view.zoom > 1) {
          moveBy(x, y)
        } else if (!first && 'pointerType' in event && event.pointerType !== 'mouse') {
          if (last && !canceled && down > SWIPE_PX && down > Math.abs(across)) close()
          else setView(last ? fitted : { ...fitted, y: Math.max(0, down) })
        }
      },
      onPinch: ({ first, offset: [zoom], delta: [change], origin: [x, y] }) => {
        const former = first ? { x, y } : pinchedAt.current
        pinchedAt.current = { x, y }
        zoomBy(zoom / (zoom - change), fromMiddle({ x, y }), { x: x - former.x, y: y - former.y })
      },
      onWheel: ({ event }) => {
        // The page behind the dialog must neither scroll nor zoom.
        event.preventDefault()
        zoomBy(Math.exp(-event.deltaY / 400), fromMiddle({ x: event.clientX, y: event.clientY }))
      },
    },
    {
      target: stage,
      // So that `onWheel` can prevent the default.
      eventOptions: { passive: false },
      // No click follows a drag.
      drag: { filterTaps: true },
      pinch: { from: () => [view.zoom, 0], scaleBounds: { min: 1, max: MAX_ZOOM }, pinchOnWheel: false },
    },
  )

  const onClick = (event: MouseEvent) => {
    if (event.detail === 1 && !isOnPicture(stage.current, event)) close()
  }

  const onDoubleClick = ({ clientX, clientY }: MouseEvent) => {
    if (view.zoom > 1) setView(fitted)
    else zoomBy(2, fromMiddle({ x: clientX, y: clientY }))
  }

  return {
    stage: { ref: stage, onClick, onDoubleClick },
    view,
    moveBy,
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

/** Returns whether a point is on the picture, which fills only a part of its element. */
function isOnPicture(stage: HTMLElement | null, { clientX, clientY }: { clientX: number; clientY: number }): boolean {
  const img = stage?.querySelector('img')
  if (!img) return false
  const { left, top, width, height } = img.getBoundingClientRect()
  const scale = Math.min(width / (img.naturalWidth || 1), height / (img.naturalHeight || 1))
  return (
    Math.abs(clientX - left - width / 2) <= (img.naturalWidth * scale) / 2 &&
    Math.abs(clientY - top - height / 2) <= (img.naturalHeight * scale) / 2
  )
}
