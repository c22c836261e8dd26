import { useEffect, useReducer } from 'react'
import { useLocation } from 'react-router-dom'
import { nameLinkAt } from '../features/people/userLinks.ts'
import { lazyDefault } from '../lib/lazyComponent.ts'
import { OptionalPart } from '../ui/OptionalPart.tsx'

const HoverCards = lazyDefault(() => import('../features/profile/HoverCards.tsx'))

/** The cards about users. Their code loads when a name is first hovered, or has the keyboard's focus. */
export function HoverCardSlot() {
  const [isNeeded, need] = useReducer(() => true, false)
  const { key } = useLocation()

  useEffect(() => {
    if (isNeeded || !('popover' in HTMLElement.prototype)) return undefined
    const onPoint = ({ target, pointerType }: PointerEvent) => {
      if (pointerType !== 'touch' && nameLinkAt(target)) need()
    }
    const onFocus = ({ target }: FocusEvent) => {
      if (nameLinkAt(target)?.matches(':focus-visible')) need()
    }
    document.addEventListener('pointerover', onPoint)
    document.addEventListener('focusin', onFocus)
    return () => {
      document.removeEventListener('pointerover', onPoint)
      document.removeEventListener('focusin', onFocus)
    }
  }, [isNeeded])

  return (
    isNeeded && (
      <OptionalPart>
        <HoverCards key={key} />
      </OptionalPart>
    )
  )
}
