import { useUnreadCount } from '../../features/notifications/notifications.ts'

interface PageTitleProps {
  children: string
  /** Whether the title names the app itself. */
  namesApp?: boolean
}

/** The title of the tab: that of the page, the name of the app, and before it the number of unread notifications. */
export function PageTitle({ children, namesApp = false }: PageTitleProps) {
  const count = useUnreadCount()
  return <title>{`${count > 0 ? `(${count}) ` : ''}${children}${namesApp ? '' : ' · Weft'}`}</title>
}
