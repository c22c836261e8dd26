import type { PushMessage } from '../shared/notificationTexts.ts'

declare const self: ServiceWorkerGlobalScope

/** Shows the notifications that a server pushes to this device, and opens the page of one that is pressed. */
export function showPushes(): void {
  self.addEventListener('push', (event) => {
    if (!event.data) return
    const { title, body, path, tag }: PushMessage = event.data.json()
    event.waitUntil(self.registration.showNotification(title, { body, tag, icon: '/icons/icon-192.png', data: path }))
  })

  self.addEventListener('notificationclick', (event) => {
    const { notification } = event
    notification.close()
    event.waitUntil(openPage(String(notification.data)))
  })
}

/** Shows a page in a window of the app, or in a new one. */
async function openPage(path: string): Promise<void> {
  const [window] = await self.clients.matchAll({ type: 'window' })
  if (!window) {
    await self.clients.openWindow(path)
    return
  }
  await Promise.all([window.focus(), window.navigate(path)])
}
