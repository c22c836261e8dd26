import { describe, expect, test } from 'vitest'

import { isDefault, parseSettings, defaultSettings, type LabSettings } from '../../resolvers/lab/settings.ts'
import type { Json } from '../../shared/json.ts'
import { openBackend } from '../backend.ts'
import { adapters } from '../store/adapters.ts'

const { latency, fault } = defaultSettings

describe.each(adapters)('the settings of the lab over $name', ({ open }) => {
  test('are the defaults until they are changed, and are then saved', async () => {
    const { lab } = await openBackend(open)
    expect(await lab.settings()).toEqual(defaultSettings)
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
    await lab.change(defaultSettings)
    expect(await lab.settings()).toEqual(defaultSettings)
    expect(changes).toHaveLength(1)
  })

  test.each<[string, LabSettings]>([
    ['Latency must be a whole number from 0 to 5000.', { latency: { ...latency, ms: 5001 }, fault }],
    ['Latency must be a whole number from 0 to 5000.', { latency: { ...latency, ms: -1 }, fault }],
    ['Latency must be a whole number from 0 to 5000.', { latency: { ...latency, ms: Number.NaN }, fault }],
    ['Jitter must be a whole number from 0 to 5000.', { latency: { ...latency, jitter: 0.5 }, fault }],
    ['One in must be a whole number from 2 to 1000.', { latency, fault: { ...fault, oneIn: 1 } }],
    ['Seed must be a whole number from 0 to 4294967295.', { latency, fault: { ...fault, seed: -1 } }],
  ])('are rejected with "%s" and not changed', async (message, settings) => {
    const { lab } = await openBackend(open)
    await expect(lab.change(settings)).rejects.toThrow(message)
    expect(await lab.settings()).toEqual(defaultSettings)
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
  expect(parseSettings(saved)).toEqual(defaultSettings),
)

test.each<[boolean, LabSettings]>([
  [true, defaultSettings],
  [true, { latency: { ...latency, only: 'LikePost' }, fault: { ...fault, only: 'LikePost', when: 'once', seed: 3 } }],
  [false, { latency: { ...latency, ms: 401 }, fault }],
  [false, { latency: { ...latency, jitter: 1 }, fault }],
  [false, { latency, fault: { ...fault, kind: 'offline' } }],
])('isDefault is %s for %j', (expected, settings) => expect(isDefault(settings)).toBe(expected))
