import { describe, expect, test } from 'vitest'

import { isDefault, parseSettings, defaultSettings, type LabSettings } from '../../resolvers/lab/settings.ts'
import type { Json } from '../../shared/json.ts'
import { openBackend } from '../backend.ts'
import { adapters } from '../store/adapters.ts'

const defaults = defaultSettings()
const { latency, fault } = defaults

describe.each(adapters)('the settings of the lab over $name', ({ open }) => {
  test('are the defaults until they are changed, and are then saved', async () => {
    const { lab } = await openBackend(open)
    expect(await lab.settings()).toEqual(defaults)
    const changed: LabSettings = {
      latency: { ms: 5000, jitter: 10, only: 'LikePost' },
      fault: { kind: 'offline', only: null, when: 'oneIn', oneIn: 2, seed: 0 },
    }
    const changes: LabSettings[] = []
    const stop = lab.onChange(() => void lab.settings().then((settings) => changes.push(settings)))
    await lab.change(changed)
    expect(await lab.settings()).toEqual(changed)
    expect(changes).toEqual([changed])
    stop()
    await lab.change(defaults)
    expect(await lab.settings()).toEqual(defaults)
    expect(changes).toHaveLength(1)
  })

  test.each<[string, LabSettings]>([
    ['a latency of 5001', { latency: { ...latency, ms: 5001 }, fault }],
    ['a latency of -1', { latency: { ...latency, ms: -1 }, fault }],
    ['a latency of NaN', { latency: { ...latency, ms: Number.NaN }, fault }],
    ['a jitter of 0.5', { latency: { ...latency, jitter: 0.5 }, fault }],
    ['a fault one in 1', { latency, fault: { ...fault, oneIn: 1 } }],
    ['a seed of -1', { latency, fault: { ...fault, seed: -1 } }],
  ])('are refused with %s and not changed', async (_what, settings) => {
    const { lab } = await openBackend(open)
    await expect(lab.change(settings)).rejects.toThrow('Invalid')
    expect(await lab.settings()).toEqual(defaults)
  })
})

test.each<Json>([
  null,
  'garbage',
  42,
  [],
  {},
  { latency: null, fault: null },
  { latency: { ...latency }, fault: { ...fault, kind: 'fire' } },
  { latency: { ...latency, only: 3 }, fault: { ...fault } },
])('invalid saved settings are replaced with the defaults: %j', (saved) =>
  expect(parseSettings(saved, defaults)).toEqual(defaults),
)

test.each<[boolean, LabSettings]>([
  [true, defaults],
  [true, { latency: { ...latency, only: 'LikePost' }, fault: { ...fault, only: 'LikePost', when: 'once', seed: 3 } }],
  [false, { latency: { ...latency, ms: 401 }, fault }],
  [false, { latency: { ...latency, jitter: 1 }, fault }],
  [false, { latency, fault: { ...fault, kind: 'offline' } }],
])('isDefault is %s for %j', (expected, settings) => expect(isDefault(settings, defaults)).toBe(expected))
