import { ArrowUp, CheckCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { appPages } from '../../../shared/appPages.ts'
import { preloadQuery } from '../../apollo/client.ts'
import { NotificationRow, NotificationRowSkeleton } from '../../features/notifications/NotificationRow.tsx'
import {
  forgetNewNotifications,
  markRead,
  useNewNotifications,
  useUnreadCount,
} from '../../features/notifications/notifications.ts'
import {
  NotificationsDocument,
  type NotificationsQueryVariables,
} from '../../features/notifications/Notifications.generated.ts'
import { PageHead } from '../../layout/page/PageHead.tsx'
import { PageSuspense } from '../../layout/page/PageSuspense.tsx'
import { SuggestionsSlot } from '../../layout/SuggestionsSlot.tsx'
import { formatCount } from '../../lib/format.ts'
import type { StartQuery } from '../../lib/lazyComponent.ts'
import { reportError } from '../../lib/reportError.ts'
import { useOneAtATime } from '../../lib/useOneAtATime.ts'
import { ListPill } from '../../pagedList/ListPill.tsx'
import { LongList } from '../../pagedList/LongList.tsx'
import type { Failure } from '../../pagedList/PagedList.ts'
import { usePagedQuery } from '../../pagedList/usePagedQuery.ts'
import { useSessionScope } from '../../session/sessionScope.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useFocusMainOnRemoval } from '../../ui/pageFocus.ts'
import { Icon } from '../../ui/images/Icon.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Surface } from '../../ui/Surface.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import styles from './NotificationsPage.module.css'

const { path, title } = appPages.notifications

const all: NotificationsQueryVariables = {}
const mentions: NotificationsQueryVariables = { kinds: ['MENTION'] }

/**
 * Starts the query of the first page.
 *
 * @public `lazyDefault` reads it from the module.
 */
export const startQuery: StartQuery = (_params, sentAt, search) =>
  preloadQuery(NotificationsDocument, isOfMentions(search) ? mentions : all, sentAt)

function isOfMentions(search: URLSearchParams | undefined): boolean {
  return search?.get('tab') === 'mentions'
}

/** The notifications of the viewer, the latest first; in the tab Mentions only mentions. */
export default function NotificationsPage() {
  const showsMentions = isOfMentions(useSearchParams()[0])
  const hasUnread = useUnreadCount() > 0
  return (
    <>
      <PageHead title={title}>{hasUnread && <MarkAllAsRead />}</PageHead>
      <Surface as="section" className={styles.sheet} aria-label={title}>
        <Tabs
          label={title}
          tabs={[
            { label: 'All', to: path, isCurrent: !showsMentions },
            { label: 'Mentions', to: `${path}?tab=mentions`, isCurrent: showsMentions },
          ]}
        />
        <PageSuspense fallback={<NotificationsSkeleton />}>
          <NotificationList key={String(showsMentions)} variables={showsMentions ? mentions : all} />
        </PageSuspense>
      </Surface>
      <SuggestionsSlot layout="shelf" />
    </>
  )
}

function MarkAllAsRead() {
  const scope = useSessionScope()
  const button = useRef<HTMLButtonElement>(null)
  useFocusMainOnRemoval(button)
  const oneAtATime = useOneAtATime()
  return (
    <Button ref={button} size="sm" variant="outline" onClick={() => void oneAtATime(() => markRead(scope))}>
      <Icon of={CheckCheck} />
      Mark all as read
    </Button>
  )
}

function NotificationList({ variables }: { variables: NotificationsQueryVariables }) {
  const scope = useSessionScope()
  const element = useRef<HTMLDivElement>(null)
  const { isEmpty, paging } = usePagedQuery({
    name: 'notifications',
    document: NotificationsDocument,
    variables,
    connectionOf: ({ notifications }) => notifications,
  })
  const newCount = useNewNotifications(variables.kinds)
  const [failure, setFailure] = useState<Failure | null>(null)
  // The list has them: it is fetched again when it is opened.
  useEffect(() => forgetNewNotifications(scope), [scope])

  const show = async () => {
    setFailure(null)
    element.current?.focus({ preventScroll: true })
    element.current?.scrollIntoView()
    try {
      paging.list.reset()
      await paging.list.refetch()
      forgetNewNotifications(scope)
    } catch (error) {
      reportError(error)
      setFailure({ error })
    }
  }

  return (
    <div ref={element} tabIndex={-1} role="group" aria-label="List of notifications" className={styles.list}>
      <ListPill onClick={() => void show()} failure={newCount > 0 ? failure : null} rows="notifications">
        {newCount > 0 && (
          <>
            <Icon of={ArrowUp} />
            {formatCount(newCount, 'new notification')}
          </>
        )}
      </ListPill>
      {isEmpty ? (
        <EmptyState
          bare
          art="/art/empty-thread.svg"
          title={variables.kinds ? 'No one has mentioned you yet' : 'Nothing new yet'}
        >
          {variables.kinds
            ? 'When someone writes your name in a post, you will read it here.'
            : 'Likes, replies, mentions and new followers will show up here.'}
        </EmptyState>
      ) : (
        <LongList role="feed" aria-label={title} paging={paging} opensAtStart skeleton={<NotificationRowSkeleton />}>
          {(notification, position, setSize) => (
            <NotificationRow notification={notification} position={position} setSize={setSize} />
          )}
        </LongList>
      )}
    </div>
  )
}

function NotificationsSkeleton() {
  return (
    <Skeleton label="Loading notifications">
      {Array.from({ length: 6 }, (_, index) => (
        <NotificationRowSkeleton key={index} />
      ))}
    </Skeleton>
  )
}
