import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { UserEvent } from '@testing-library/user-event'
import { startServer } from './appOnServer.ts'
import { address, openOtherTab, startApp, waitForResponses } from './app.tsx'
import { button, expectLoggedErrors, expectToasts, findPost } from './screen.ts'

/** The switch of push in the settings, with a browser that supports it. */

const publicKey = 'BKey'
const label = 'Push on this device'

interface Browser {
  /** The endpoint of its subscription. */
  endpoint: () => string | null
  /** The keys with which it has subscribed. */
  subscribedWith: unknown[]
  requests: () => number
}

/** Adds what jsdom lacks of push. `answer` is what the user says when the browser asks. */
function addBrowser({
  permission = 'default',
  answer = 'granted',
  isReachable = true,
}: {
  permission?: NotificationPermission
  answer?: NotificationPermission
  isReachable?: boolean
} = {}): Browser {
  let endpoint: string | null = null
  let count = 0
  let requests = 0
  const subscribedWith: unknown[] = []
  const subscription = () =>
    endpoint && {
      endpoint,
      toJSON: () => ({ endpoint, keys: { p256dh: 'p256dh', auth: 'auth' } }),
      async unsubscribe() {
        endpoint = null
        return true
      },
    }
  const pushManager = {
    getSubscription: async () => subscription(),
    async subscribe({ applicationServerKey }: PushSubscriptionOptionsInit) {
      if (!isReachable) throw new DOMException('Registration failed', 'AbortError')
      subscribedWith.push(applicationServerKey)
      count += 1
      endpoint = `https://push.example/${count}`
      return subscription()
    },
  }
  const notification = {
    permission,
    async requestPermission() {
      requests += 1
      notification.permission = answer
      return answer
    },
  }
  vi.stubGlobal('Notification', notification)
  vi.stubGlobal('PushManager', pushManager)
  const registration = { pushManager }
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { ready: Promise.resolve(registration), getRegistration: async () => registration },
  })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'))
  return { endpoint: () => endpoint, subscribedWith, requests: () => requests }
}

async function start(options?: Parameters<typeof addBrowser>[0], key: string | null = publicKey) {
  const push = { publicKey: key ?? '', accepts: () => true, deliver: () => {} }
  const server = await startServer(key === null ? {} : { createPush: async () => push })
  const browser = addBrowser(options)
  const ana = await server.signUpUser('ana')
  const user = await startApp('/settings', { as: ana })
  await screen.findByRole('switch', { name: 'Likes' })
  const knownEndpoints = async () => {
    const page = await server.store.read.pushSubscriptions.page('byUser', { of: ana.id, limit: 9 })
    return page.map(({ row }) => row.endpoint)
  }
  return { server, browser, ana, user, knownEndpoints }
}

const pushSwitch = () => screen.findByRole('switch', { name: label })
const isOn = async () => (await pushSwitch()).getAttribute('aria-checked') === 'true'
const hint = async () =>
  document.getElementById((await pushSwitch()).getAttribute('aria-describedby') ?? '')?.textContent

async function turnOn(user: UserEvent): Promise<void> {
  await user.click(await pushSwitch())
  await waitForResponses()
}

async function reopenSettings(user: UserEvent): Promise<void> {
  await user.click(screen.getByRole('link', { name: 'Home' }))
  await screen.findByRole('heading', { level: 1, name: 'Home' })
  await user.click(screen.getByRole('link', { name: 'Settings' }))
}

describe('push on this device', () => {
  it('asks the browser when it is switched on, and is on until it is switched off', async () => {
    const { browser, user, knownEndpoints } = await start()
    expect([await isOn(), await hint(), browser.requests()]).toEqual([false, 'Also while Weft is closed.', 0])
    await turnOn(user)
    expect([await isOn(), browser.requests(), browser.subscribedWith]).toEqual([true, 1, [publicKey]])
    expect(await knownEndpoints()).toEqual([browser.endpoint()])
    await reopenSettings(user)
    expect(await isOn()).toBe(true)
    await user.click(await pushSwitch())
    await waitForResponses()
    expect([await isOn(), browser.endpoint(), await knownEndpoints()]).toEqual([false, null, []])
  })

  it('stays off and says why if the user refuses it', async () => {
    const { browser, user, knownEndpoints } = await start({ answer: 'denied' })
    await turnOn(user)
    expect([await isOn(), await hint()]).toEqual([false, "Blocked in your browser's settings"])
    expect([browser.endpoint(), await knownEndpoints()]).toEqual([null, []])
  })

  it('stays off if the user does not answer the browser', async () => {
    const { user } = await start({ answer: 'default' })
    await turnOn(user)
    expect([await isOn(), await hint()]).toEqual([false, 'Also while Weft is closed.'])
  })

  it('says that it is blocked from the start', async () => {
    await start({ permission: 'denied' })
    expect([await isOn(), await hint()]).toEqual([false, "Blocked in your browser's settings"])
  })

  it('stays off if the browser does not reach its push service', async () => {
    const { user, knownEndpoints } = await start({ isReachable: false })
    await turnOn(user)
    await expectToasts('error: Your browser did not reach its push service. Try again.')
    expect([await isOn(), await knownEndpoints()]).toEqual([false, []])
  })

  it('is off if the server does not know the subscription of the browser, and replaces it', async () => {
    const { server, browser, ana, user, knownEndpoints } = await start()
    await turnOn(user)
    await server.store.transaction((tx) => tx.pushSubscriptions.remove([ana.id, browser.endpoint() ?? '']))
    await reopenSettings(user)
    expect(await isOn()).toBe(false)
    await turnOn(user)
    expect(browser.endpoint()).toBe('https://push.example/2')
    expect(await knownEndpoints()).toEqual([browser.endpoint()])
  })

  it('is not offered by a server that sends no pushes', async () => {
    const { server } = await start({}, null)
    await waitFor(() => expect(server.sent.map(({ operationName }) => operationName)).toContain('Push'))
    await waitForResponses()
    expect(screen.queryByRole('switch', { name: label })).toBeNull()
  })

  it('is not offered where the data are in the browser', async () => {
    const tab = await openOtherTab({ samples: false })
    addBrowser()
    await startApp('/settings', { as: await tab.signUpUser('ana') })
    await screen.findByRole('switch', { name: 'Likes' })
    await waitForResponses()
    expect(screen.queryByRole('switch', { name: label })).toBeNull()
    vi.unstubAllGlobals()
  })
})

it('a page that was opened from a notification marks it as read', async () => {
  const server = await startServer()
  const ana = await server.signUpUser('ana')
  const ben = await server.signUpUser('ben')
  const id = await server.post(ana, 'Hemp')
  await server.rest('POST', `/posts/like/${id}`, { token: ben.token })
  await server.backend.updateNotifications()
  const [row] = await server.store.read.notifications.page('byUser', { of: ana.id, limit: 1 })
  await startApp(`/post/${id}?notification=${row?.row.id}`, { as: ana })
  await findPost('Hemp')
  expect(address()).toBe(`/post/${id}`)
  const unread = () => server.gql('{ unreadNotificationCount }', {}, ana.token)
  await expect.poll(unread).toEqual({ data: { unreadNotificationCount: 0 } })
})

describe('the subscription of this device', () => {
  it('ends at log-out, in the browser and on the server', async () => {
    const { browser, user, knownEndpoints } = await start()
    await turnOn(user)
    await user.click(button('Log out'))
    await waitFor(() => expect(browser.endpoint()).toBeNull())
    await expect.poll(knownEndpoints).toEqual([])
  })

  it('ends in the browser if there is no connection at log-out', async () => {
    const { server, browser, user } = await start()
    await turnOn(user)
    server.answer(async () => {
      throw new TypeError('Failed to fetch')
    })
    await user.click(button('Log out'))
    await waitFor(() => expect(browser.endpoint()).toBeNull())
    await waitForResponses()
    await expectLoggedErrors('No response: the connection was lost.')
  })

  it('ends if the session was ended on another device', async () => {
    const { server, browser, ana, user } = await start()
    await turnOn(user)
    await server.gql('mutation { signOutEverywhere { token } }', {}, ana.token)
    await user.click(screen.getByRole('link', { name: 'Bookmarks' }))
    await screen.findByRole('heading', { name: 'Welcome back' })
    await waitFor(() => expect(browser.endpoint()).toBeNull())
  })

  it('goes on after "Sign out everywhere", with the new token', async () => {
    const { server, browser, user } = await start()
    await turnOn(user)
    await user.click(button('Sign out everywhere'))
    await expectToasts('success: Signed out everywhere else')
    await waitForResponses()
    const response = await server.gql(
      `{ hasPushSubscription(endpoint: "${browser.endpoint()}") }`,
      {},
      localStorage.getItem('data'),
    )
    expect(response).toEqual({ data: { hasPushSubscription: true } })
    expect(browser.endpoint()).toBe('https://push.example/1')
  })
})
