import { trustedDocuments } from '../../worker/trustedDocuments.generated.ts'
import { button, demo, png, post, postWithoutAltText, testLogin } from './app.ts'
import { expect, freshTest } from './fixtures.ts'
import { addressIn, npmStart } from './npmStart.ts'
import { expectWorker } from './worker/app.ts'

/** Builds of the app with other settings. */

const settingsTest = freshTest.extend<{ settings: Record<string, string>; address: string }>({
  settings: [{}, { option: true }],
  address: async ({ settings }, provide, testInfo) => {
    const { child, output } = npmStart(0, testInfo.outputPath('dist'), settings)
    try {
      await provide(await addressIn(output))
    } finally {
      child.kill()
    }
  },
})

settingsTest.describe('with a Cloudinary cloud', () => {
  settingsTest.use({
    settings: { VITE_CLOUDINARY_CLOUD_NAME: 'loom', VITE_CLOUDINARY_UPLOAD_PRESET: 'unsigned' },
  })

  settingsTest(
    'a picture is uploaded to the cloud and shown under the policy of the page',
    async ({ page, address, expectConsole }) => {
      const picture = 'https://res.cloudinary.com/loom/image/upload/v1/dot.png'
      const upload = 'https://api.cloudinary.com/v1_1/loom/image/upload'
      for (const url of [picture, upload]) expectConsole(`request to ${url}`)
      const headers = { 'access-control-allow-origin': '*' }
      await page.route(upload, (route) =>
        route.fulfill({ headers, json: { secure_url: picture, resource_type: 'image' } }),
      )
      await page.route(picture, (route) => route.fulfill({ contentType: png.mimeType, body: png.buffer }))

      await page.goto(`${address}login`)
      await testLogin(page)
      await page.locator('input[type=file][accept^=image]').setInputFiles(png)
      await page.getByRole('textbox', { name: 'New post' }).fill('From the cloud')
      await expect(button(page, 'Remove photo')).toBeVisible()
      await postWithoutAltText(page)
      const image = post(page, 'From the cloud').getByRole('img', { name: 'Shared by Asha Rao' })
      await expect(image).toHaveAttribute('src', picture)
      await expect(image).toHaveJSProperty('naturalWidth', 1)
    },
  )
})

settingsTest.describe('with trusted documents', () => {
  settingsTest.use({ settings: { VITE_TRUSTED_DOCUMENTS: 'true' }, serviceWorkers: 'allow' })

  settingsTest(
    '/graphql executes an operation of the app by its hash, and no other',
    async ({ page, address, expectConsole }) => {
      expectConsole('the server responded with a status of 400')
      await page.goto(`${address}login`)
      await testLogin(page)
      await expectWorker(page)
      const [hash] = [...trustedDocuments].find(([, text]) => text.startsWith('query Viewer {')) ?? []
      const send = (body: object) =>
        page.evaluate(async (request) => {
          const headers = { 'content-type': 'application/json', authorization: localStorage.getItem('data') ?? '' }
          const response = await fetch('/graphql', { method: 'POST', headers, body: JSON.stringify(request) })
          return { status: response.status, body: await response.json() }
        }, body)
      expect(await send({ documentId: hash })).toMatchObject({
        status: 200,
        body: { data: { viewer: { username: demo.username } } },
      })
      expect(await send({ query: '{ viewer { username } }' })).toMatchObject({
        status: 400,
        body: { errors: [{ extensions: { code: 'PERSISTED_QUERY_NOT_IN_LIST' } }] },
      })
    },
  )
})
