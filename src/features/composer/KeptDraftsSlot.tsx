import { Suspense } from 'react'
import { lazyComponent } from '../../lib/lazyComponent.ts'
import { useSession } from '../../session/session.ts'
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx'
import { keptDraftIds, useDrafts } from '../drafts/drafts.ts'
import { loadParts } from './loadParts.ts'

const KeptDrafts = lazyComponent(loadParts, (parts) => parts.KeptDrafts)

/** The place of `KeptDrafts`, whose code loads with the first one. */
export function KeptDraftsSlot() {
  const ids = keptDraftIds(useDrafts(), useSession())
  return (
    ids.length > 0 && (
      <ErrorBoundary renderFallback={() => null} resetKey={ids.length}>
        <Suspense>
          <KeptDrafts ids={ids} />
        </Suspense>
      </ErrorBoundary>
    )
  )
}
