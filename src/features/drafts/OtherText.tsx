import { CircleAlert } from 'lucide-react'
import type { MouseEvent } from 'react'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import type { Draft } from './draft.ts'
import { editDraft, writeDraft } from './draftStore.ts'

/** Offers a text of another tab that changed the draft at the same time. */
export default function OtherText({ id, draft }: { id: string; draft: Draft | undefined }) {
  const [other, ...rest] = draft?.others ?? []
  if (!draft || other === undefined) return null
  const swap = () => editDraft<Draft>(id, draft, { text: other, others: [...rest, draft.text] })
  const dismiss = (event: MouseEvent<HTMLButtonElement>) => {
    // This button unmounts with the last text.
    if (rest.length === 0) event.currentTarget.form?.querySelector('textarea')?.focus()
    const { others: _others, ...withoutOthers } = draft
    writeDraft(id, rest.length > 0 ? { ...draft, others: rest } : withoutOthers)
  }
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
