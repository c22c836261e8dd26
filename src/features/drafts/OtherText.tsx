import { CircleAlert } from 'lucide-react'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { changeDraft } from './drafts.ts'

/** Offers a text of another tab that changed the draft at the same time. */
export default function OtherText({ id, others: [other, ...rest] }: { id: string; others: readonly string[] }) {
  if (other === undefined) return null
  const swap = () =>
    changeDraft(id, ({ request: _request, failed: _failed, saveResult: _saveResult, ...draft }) => ({
      ...draft,
      text: other,
      others: [...rest, draft.text],
    }))
  const dismiss = () =>
    changeDraft(id, ({ others: _others, ...draft }) => ({ ...draft, ...(rest.length > 0 && { others: rest }) }))
  return (
    <Banner
      icon={CircleAlert}
      actions={
        <>
          <Button size="sm" variant="outline" onClick={swap}>
            Show the other text
          </Button>
          <Button size="sm" variant="quiet" onClick={dismiss}>
            Discard it
          </Button>
        </>
      }
    >
      Another tab changed this draft at the same time. {rest.length > 0 ? 'All' : 'Both'} texts are kept.
    </Banner>
  )
}
