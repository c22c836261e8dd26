import { Camera } from 'lucide-react'
import { Avatar } from '../../ui/images/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { FieldError } from '../../ui/fields/FormField.tsx'
import { Icon } from '../../ui/images/Icon.tsx'
import { FilePicker } from '../attachments/FilePicker.tsx'
import { useAttachment } from '../attachments/useAttachment.ts'
import { fileOf } from '../drafts/draft.ts'
import { clearDraftFile } from '../drafts/draftStore.ts'
import styles from './ProfileCard.module.css'
import type { ProfileEditing } from './useProfileForm.ts'

/**
 * The picture in the form for the profile with a button that changes it. A picked file is uploaded at once; it is saved,
 * or discarded, with the other fields.
 */
export function AvatarPicker({ editing: { id, draft, pictureUrl, initialDraft } }: { editing: ProfileEditing }) {
  const { state, pickFile, upload } = useAttachment({ id, draft, newDraft: initialDraft })
  const failure = state.status === 'ready' && state.upload.status === 'failed' ? state.upload : undefined
  const isBusy = state.status === 'checking' || (state.status === 'ready' && state.upload.status === 'running')
  const problem =
    state.status === 'refused' ? state.problem : failure && (failure.reason ?? 'That picture did not upload.')

  return (
    <>
      <div className={styles.avatar}>
        <Avatar src={state.status === 'ready' && !failure ? state.preview : pictureUrl} />
        <FilePicker label="Change picture" type="IMAGE" className={styles.camera} aria-busy={isBusy} onPick={pickFile}>
          <Icon of={Camera} />
        </FilePicker>
      </div>
      {problem !== undefined && (
        <div className={styles.problem}>
          <FieldError>{problem}</FieldError>
          {failure && (
            <Button size="sm" variant="outline" onClick={upload}>
              Retry
            </Button>
          )}
          {fileOf(draft) && (
            <Button size="sm" variant="quiet" onClick={() => clearDraftFile(id)}>
              Remove picture
            </Button>
          )}
        </div>
      )}
    </>
  )
}
