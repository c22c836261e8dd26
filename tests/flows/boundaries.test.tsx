import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Link, MemoryRouter } from 'react-router-dom'
import { expect, it } from 'vitest'
import { PageBoundary } from '../../src/layout/page/PageBoundary.tsx'
import { OptionalPart } from '../../src/ui/OptionalPart.tsx'
import { lazyComponent } from '../../src/lib/lazyComponent.ts'
import { button, expectLoggedErrors } from './screen.ts'

/** A failure in one section of a page leaves the rest usable. */

it('an optional section whose code does not load is left out, and is loaded again on the next navigation', async () => {
  let isOffline = true
  const Badge = lazyComponent(
    async () => {
      if (isOffline) throw new TypeError('Failed to fetch')
      return { Badge: () => <p>Badge</p> }
    },
    (module) => module.Badge,
  )
  await act(async () =>
    render(
      <MemoryRouter>
        <Link to="/next">Next</Link>
        <OptionalPart>
          <Badge />
        </OptionalPart>
      </MemoryRouter>,
    ),
  )
  await expectLoggedErrors('A part of Weft did not load.')
  expect(screen.queryByText('Badge')).toBeNull()
  isOffline = false
  await userEvent.click(screen.getByRole('link', { name: 'Next' }))
  await screen.findByText('Badge')
})

it('a page that throws while rendering is rendered again by a retry, without a reload', async () => {
  let isBroken = true
  function Page() {
    if (isBroken) throw new TypeError('The import of this snapshot is not a module.')
    return <h1>Page</h1>
  }
  render(
    <MemoryRouter>
      <PageBoundary>
        <Page />
      </PageBoundary>
    </MemoryRouter>,
  )
  await expectLoggedErrors('The import of this snapshot is not a module.')
  isBroken = false
  await userEvent.click(button('Try again'))
  await waitFor(() => screen.getByRole('heading', { name: 'Page' }))
})
