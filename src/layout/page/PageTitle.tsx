import { useUnreadCount } from '../../features/notifications/notifications.ts'

/** The title of the tab: that of the page, the name of the app, and before it the number of unread notifications. */
export function PageTitle({ children }: { children: string }) {
  const count = useUnreadCount()
  return <title>{`${count > 0 ? `(${count}) ` : ''}${children} · Weft`}</title>
}
