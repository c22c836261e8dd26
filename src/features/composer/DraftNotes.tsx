import { CircleAlert, RotateCw } from 'lucide-react'
import type { MouseEvent } from 'react'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/images/Icon.tsx'
import { retryLabel, uploadedMediaOf, type PostDraft } from '../drafts/draft.ts'
import styles from './Composer.module.css'

interface DraftNotesProps {
  draft: PostDraft
  /** Why the draft was not posted. */
  failure: string
  onRetry: () => void
}

/** Says why a draft was not posted, and offers to send it again. */
export function DraftNotes({ draft, failure, onRetry }: DraftNotesProps) {
  // A request that cannot be repeated needs the file uploaded again.
  const isReady = !draft.media || uploadedMediaOf(draft) !== undefined
  const retry = (event: MouseEvent<HTMLButtonElement>) => {
    // This button unmounts while the draft is sent.
    event.currentTarget.form?.querySelector<HTMLElement>('[type=submit]')?.focus()
    onRetry()
  }
  return (
    <div className={styles.notes}>
      <Banner
        icon={CircleAlert}
        tone="danger"
        role="alert"
        actions={
          <Button size="sm" variant="outline" disabled={!isReady} onClick={retry}>
            <Icon of={RotateCw} />
            {retryLabel(draft)}
          </Button>
        }
      >
        <b>{failure}</b>
        <br />
        Your text is still here.
      </Banner>
    </div>
  )
}
