import { CircleAlert } from 'lucide-react'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { changeDraft } from './drafts.ts'

/** Offers the text that another tab has written at the same time. */
export default function OtherText({ id, other }: { id: string; other: string }) {
  const swap = () =>
    changeDraft(id, ({ request: _request, failed: _failed, saveResult: _saveResult, ...draft }) => ({
      ...draft,
      text: other,
      other: draft.text,
    }))
  const dismiss = () => changeDraft(id, ({ other: _other, ...draft }) => draft)
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
      Another tab changed this draft at the same time. Both texts are kept.
    </Banner>
  )
}
