import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isAnimated } from '../../shared/pictures/header.ts'

test.each([
  ['animated.gif', 'gif', true],
  ['animated.png', 'png', true],
  ['animated.webp', 'webp', true],
  ['animated.avif', 'avif', true],
  ['still.png', 'png', false],
  ['still.avif', 'avif', false],
  ['plain.webp', 'webp', false],
  ['lossy.webp', 'webp', false],
  ['baseline.jpg', 'jpeg', false],
])('tells whether %s is an animation', (name, subtype, isMoving) => {
  const bytes = Uint8Array.from(readFileSync(`tests/fixtures/pictures/${name}`))
  expect(isAnimated(bytes, `image/${subtype}`)).toBe(isMoving)
})
