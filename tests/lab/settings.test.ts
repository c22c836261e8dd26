import { describe, expect, test } from 'vitest'
import { usualCourse } from '../../resolvers/lab/networkConditions.ts'
import { isUsual, settingsIn, usualSettings, type LabSettings } from '../../resolvers/lab/settings.ts'
import type { Json } from '../../resolvers/store/rows.ts'
import { openBackend } from '../backend.ts'
import { adapters } from '../store/adapters.ts'

const { latency, fault } = usualSettings

describe.each(adapters)('the settings of the lab over $name', ({ open }) => {
  test('are the usual ones until somebody changes them, and are then kept', async () => {
    const { lab } = await openBackend(open, { withLab: true })
    expect(await lab.settings()).toEqual(usualSettings)
    const changed: LabSettings = {
      latency: { ms: 5000, jitter: 10, only: 'LikePost' },
      fault: { kind: 'offline', only: null, when: 'oneIn', oneIn: 2, seed: 0 },
    }
    const heard: LabSettings[] = []
    const end = lab.whenChanged(() => void lab.settings().then((settings) => heard.push(settings)))
    await lab.change(changed)
    expect(await lab.settings()).toEqual(changed)
    expect(heard).toEqual([changed])
    end()
    await lab.change(usualSettings)
    expect(await lab.settings()).toEqual(usualSettings)
    expect(heard).toHaveLength(1)
  })

  test.each<[string, LabSettings]>([
    ['Latency must be a whole number from 0 to 5000.', { latency: { ...latency, ms: 5001 }, fault }],
    ['Latency must be a whole number from 0 to 5000.', { latency: { ...latency, ms: -1 }, fault }],
    ['Latency must be a whole number from 0 to 5000.', { latency: { ...latency, ms: Number.NaN }, fault }],
    ['Jitter must be a whole number from 0 to 5000.', { latency: { ...latency, jitter: 0.5 }, fault }],
    ['One in must be a whole number from 2 to 1000.', { latency, fault: { ...fault, oneIn: 1 } }],
    ['Seed must be a whole number from 0 to 4294967295.', { latency, fault: { ...fault, seed: -1 } }],
  ])('refuse with "%s", and stay as they were', async (message, settings) => {
    const { lab } = await openBackend(open, { withLab: true })
    await expect(lab.change(settings)).rejects.toThrow(message)
    expect(await lab.settings()).toEqual(usualSettings)
  })
})

test('the usual ones wait as long as a backend does that knows of no lab', () => {
  expect(usualSettings.latency.ms).toBe(usualCourse.latency)
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
])('what is kept and is none, %j, counts as the usual ones', (kept) => expect(settingsIn(kept)).toEqual(usualSettings))

test.each<[boolean, LabSettings]>([
  [true, usualSettings],
  [true, { latency: { ...latency, only: 'LikePost' }, fault: { ...fault, only: 'LikePost', when: 'once', seed: 3 } }],
  [false, { latency: { ...latency, ms: 401 }, fault }],
  [false, { latency: { ...latency, jitter: 1 }, fault }],
  [false, { latency, fault: { ...fault, kind: 'offline' } }],
])('usual is what changes nothing: %j', (usual, settings) => expect(isUsual(settings)).toBe(usual))
