import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { createStore } from '../../lib/createStore.ts'
import { sessionState, useSessionScope } from '../../session/sessionScope.ts'
import { toast } from '../../ui/toasts/toast.ts'

interface Posted {
  id: string
  /** Whether it has waited for the connection. */
  hasWaited: boolean
}

/** The last post that this tab has published, until `PostedNotice` has announced it. */
export const postedOf = sessionState(() => createStore<Posted | null>(null))

/** Says that a post was published, with a link to it, if it is not in view; also if it has waited for the connection. */
export function PostedNotice() {
  const scope = useSessionScope()
  const navigate = useNavigate()
  const show = useEffectEvent(({ id, hasWaited }: Posted) => {
    const path = `/post/${id}`
    const isShown = isInView(path)
    if (scope.signal.aborted || (isShown && !hasWaited)) return
    const view = { label: 'View', run: () => void navigate(path) }
    toast.success(hasWaited ? 'Post sent' : 'Posted', isShown ? {} : { action: view, signal: scope.signal })
  })
  useEffect(() => {
    const posts = postedOf(scope)
    const announce = () => {
      const posted = posts.get()
      if (!posted) return
      posts.set(null)
      // The lists render the post before the second frame.
      requestAnimationFrame(() => requestAnimationFrame(() => show(posted)))
    }
    announce()
    return posts.subscribe(announce)
  }, [scope])
  return null
}

/** Returns whether the window shows the head of the post with this path, which its date links to. */
function isInView(path: string): boolean {
  return [...document.querySelectorAll(`article a[href="${path}"]`)].some((link) => {
    const { top, bottom } = link.getBoundingClientRect()
    return bottom >= 0 && top < innerHeight
  })
}
