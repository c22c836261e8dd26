import { render, screen } from '@testing-library/react'
import { expect, it, onTestFinished } from 'vitest'
import { StoragePanel } from '../../src/devtools/lab/data/StoragePanel.tsx'

it('the bar of the storage shows the share of each part in the quota', async () => {
  const estimate = { quota: 8000, usage: 3000, usageDetails: { caches: 1000, indexedDB: 2000 } }
  // jsdom has none.
  Object.defineProperty(navigator, 'storage', {
    configurable: true,
    value: { estimate: () => Promise.resolve(estimate) },
  })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'storage'))
  const { container } = render(<StoragePanel />)
  await screen.findByText('Data')
  const parts = [...container.querySelectorAll<HTMLElement>('i')].map(({ style }) => style.width)
  // The legend has one of each colour, too.
  expect(parts.filter(Boolean)).toEqual(['25%', '12.5%'])
})
