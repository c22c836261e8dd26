import { useMutation, useQuery } from '@apollo/client/react'
import {
  NotificationKindsDocument,
  SetNotificationKindsDocument,
} from '../../features/notifications/Notifications.generated.ts'
import { messagesOf } from '../../backend/refusals.ts'
import type { NotificationKind } from '../../generated/types.ts'
import { Switch } from '../../ui/fields/Switch.tsx'
import { toast } from '../../ui/toasts/toast.ts'

const kinds: readonly { kind: NotificationKind; label: string; hint: string }[] = [
  { kind: 'LIKE', label: 'Likes', hint: 'When people like your posts, once a day for each post.' },
  { kind: 'REPLY', label: 'Replies', hint: 'When someone answers one of your posts.' },
  { kind: 'MENTION', label: 'Mentions', hint: 'When someone writes @ and your username.' },
  { kind: 'FOLLOW', label: 'New followers', hint: 'When people follow you, once a day.' },
]

/** Which notifications the viewer wants. Each switch is saved at once. */
export function NotificationSettings() {
  const { data } = useQuery(NotificationKindsDocument)
  const [mutate] = useMutation(SetNotificationKindsDocument, {
    update: (cache, result) => {
      if (result.data)
        cache.writeQuery({
          query: NotificationKindsDocument,
          data: { notificationKinds: result.data.setNotificationKinds.notificationKinds },
        })
    },
  })
  const wanted = data?.notificationKinds

  const set = async (kind: NotificationKind, on: boolean) => {
    const others = (wanted ?? []).filter((other) => other !== kind)
    const notificationKinds = on ? [...others, kind] : others
    try {
      await mutate({
        variables: { input: { kinds: notificationKinds } },
        optimisticResponse: {
          setNotificationKinds: { __typename: 'SetNotificationKindsPayload', notificationKinds },
        },
      })
    } catch (error) {
      for (const message of messagesOf(error)) toast.error(message)
    }
  }

  return kinds.map(({ kind, label, hint }) => (
    <Switch
      key={kind}
      label={label}
      hint={hint}
      isOn={wanted?.includes(kind) ?? true}
      isDisabled={!wanted}
      onChange={(on) => void set(kind, on)}
    />
  ))
}
