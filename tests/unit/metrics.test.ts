import { expect, it, onTestFinished } from 'vitest'
import { createMetrics, serveMetrics } from '../../server/metrics.ts'

async function serve(read = createMetrics().read) {
  const reported: unknown[] = []
  const server = await serveMetrics({ read }, 0, (error) => reported.push(error))
  onTestFinished(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return { port: address.port, reported, server }
}

it('metrics that cannot be read are answered with 500 and reported, and the next request is answered', async () => {
  const error = new Error('No /proc')
  const { read } = createMetrics()
  let isBroken = true
  const { port, reported } = await serve(async () => {
    if (isBroken) throw error
    return read()
  })
  const get = () => fetch(`http://127.0.0.1:${port}/metrics`)
  expect((await get()).status).toBe(500)
  expect(reported).toEqual([error])
  isBroken = false
  expect(await (await get()).text()).toContain('weft_open_streams 0')
})

it('the server of metrics rejects with the port that is taken, and reports later errors', async () => {
  const { port, reported, server } = await serve()
  await expect(serveMetrics(createMetrics(), port, () => {})).rejects.toMatchObject({ code: 'EADDRINUSE', port })
  const errors = [new Error('accept EMFILE'), new Error('accept EMFILE')]
  for (const error of errors) server.emit('error', error)
  expect(reported).toEqual(errors)
})
