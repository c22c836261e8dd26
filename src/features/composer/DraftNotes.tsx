import { CircleAlert, RotateCw } from 'lucide-react'
import type { MouseEvent } from 'react'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/images/Icon.tsx'
import { isUploaded, useDraft } from '../drafts/drafts.ts'
import OtherText from '../drafts/OtherText.tsx'
import styles from './Composer.module.css'
import { retryLabel } from './sendPost.ts'

/** Why a draft was not posted, and the texts of other tabs that changed it at the same time. */
export function DraftNotes({ id, onRetry }: { id: string; onRetry: () => void }) {
  const draft = useDraft(id)
  if (!draft) return null
  const { failed, request, others, file } = draft
  // A new request waits for the file.
  const isReady = request !== undefined || !file || isUploaded(file)
  const retry = (event: MouseEvent<HTMLButtonElement>) => {
    // This button unmounts while the draft is sent.
    event.currentTarget.form?.querySelector<HTMLElement>('[type=submit]')?.focus()
    onRetry()
  }
  return (
    <div className={styles.notes}>
      {failed !== undefined && (
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
          <b>{failed}</b>
          <br />
          Your text is still here.
        </Banner>
      )}
      {others && <OtherText id={id} others={others} />}
    </div>
  )
}
