import { expect, visitorTest } from '../fixtures.ts'

visitorTest('the app can be installed, with icons of the declared sizes', async ({ page, context }) => {
  await page.goto('/')
  const session = await context.newCDPSession(page)
  const { errors, data } = await session.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const manifest = JSON.parse(data ?? '')
  expect(manifest).toMatchObject({ name: 'Weft', start_url: '/home', scope: '/', display: 'standalone' })
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  // Chromium reports this because tests run in private windows.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])

  const apple = await page.locator('link[rel=apple-touch-icon]').getAttribute('href')
  const icons: { src: string; sizes: string }[] = [...manifest.icons, { src: apple, sizes: '180x180' }]
  for (const { src, sizes } of icons) {
    const size = await page.evaluate(async (address) => {
      const image = new Image()
      image.src = address
      await image.decode()
      return `${image.naturalWidth}x${image.naturalHeight}`
    }, src)
    expect(size).toBe(sizes)
  }
})
