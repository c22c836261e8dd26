import type { ApolloCache } from '@apollo/client'
import { useQuery } from '@apollo/client/react'
import { useEffect } from 'react'
import { openedNotification } from '../../../shared/notificationTexts.ts'
import { sendMutation } from '../../apollo/calls.ts'
import { clientOf } from '../../apollo/client.ts'
import { messagesOf } from '../../backend/refusals.ts'
import type { NotificationKind } from '../../generated/types.ts'
import { createStore, useStore } from '../../lib/createStore.ts'
import { pageSettled } from '../../lib/pageSettled.ts'
import { reportError } from '../../lib/reportError.ts'
import { listsOf } from '../../pagedList/lists.ts'
import { toast } from '../../ui/toasts/toast.ts'
import { sessionState, useSessionScope, type SessionScope } from '../../session/sessionScope.ts'
import {
  MarkNotificationsReadDocument,
  UnreadNotificationsDocument,
  type NotificationChange_ChangeFragment,
  type NotificationsQueryVariables,
} from './Notifications.generated.ts'

/** The unread notifications that have come since the list was opened: their kinds by their ids. */
const newOf = sessionState(() => createStore<ReadonlyMap<string, NotificationKind>>(new Map()))

/** Whether the first page of the session is idle: it shows without the count. */
const settledOf = sessionState(() => createStore(false))

/** Returns the number of notifications that the viewer has not read; 0 until it is known. */
export function useUnreadCount(): number {
  const scope = useSessionScope()
  const settled = settledOf(scope)
  const isSettled = useStore(settled)
  useEffect(() => {
    void pageSettled().then(() => settled.set(true))
  }, [settled])
  // A visitor has none.
  const { data } = useQuery(UnreadNotificationsDocument, { skip: !scope.userId || !isSettled })
  return data?.unreadNotificationCount ?? 0
}

/**
 * Returns how many notifications of these kinds an open list does not show yet, or not at their place: no more than are
 * unread, because some may have been taken back.
 */
export function useNewNotifications(kinds: NotificationsQueryVariables['kinds']): number {
  const found = [...useStore(newOf(useSessionScope())).values()]
  return Math.min(found.filter((kind) => !kinds || kinds.includes(kind)).length, useUnreadCount())
}

export function forgetNewNotifications(scope: SessionScope): void {
  newOf(scope).set(new Map())
}

/** What an event does to the count and the lists. Apollo has merged the notification. */
export function onNotificationChange(
  scope: SessionScope,
  { unreadNotificationCount, notification }: NotificationChange_ChangeFragment,
): void {
  const { cache } = clientOf(scope)
  const before = cache.readQuery({ query: UnreadNotificationsDocument })?.unreadNotificationCount ?? 0
  writeUnreadCount(cache, unreadNotificationCount)
  listsOf(scope).markStale(({ name }) => name === 'notifications')
  // The event has the latest notification, also when another one was read or taken back.
  if (!notification || notification.isRead || unreadNotificationCount <= before) return
  newOf(scope).update((found) => new Map([...found, [notification.id, notification.kind]]))
}

/** Marks notifications as read: those with these ids, or all. A failure is reported, and they stay unread. */
export async function markRead(scope: SessionScope, ids?: string[]): Promise<void> {
  try {
    await sendMutation(
      clientOf(scope),
      MarkNotificationsReadDocument,
      { input: { ids: ids ?? null } },
      (cache, data) => {
        const { unreadNotificationCount } = data.markNotificationsRead
        writeUnreadCount(cache, unreadNotificationCount)
        // The response has the latest only.
        if (!ids) listsOf(scope).markStale(({ name }) => name === 'notifications')
      },
    )
  } catch (error) {
    reportError(error)
    // The page of one notification opens all the same.
    if (!ids) for (const message of messagesOf(error)) toast.error(message)
  }
}

/** Marks the notification as read that the user has pressed outside of Weft to open this page: the address names it. */
export function markOpenedRead(scope: SessionScope): void {
  const url = new URL(location.href)
  const id = url.searchParams.get(openedNotification)
  if (id === null || !scope.userId) return
  url.searchParams.delete(openedNotification)
  // Not by the router, which would scroll to the top.
  history.replaceState(history.state, '', url)
  void markRead(scope, [id])
}

function writeUnreadCount(cache: ApolloCache, unreadNotificationCount: number): void {
  cache.writeQuery({ query: UnreadNotificationsDocument, data: { unreadNotificationCount } })
}
