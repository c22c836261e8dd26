import { Camera } from 'lucide-react'
import { useEffect } from 'react'
import { codeNotLoaded } from '../../../shared/codeNotLoaded.ts'
import { reportError } from '../../lib/reportError.ts'
import { loadModule } from '../../lib/loadModule.ts'
import { useSessionScope } from '../../session/sessionScope.ts'
import { Avatar } from '../../ui/images/Avatar.tsx'
import { FieldError } from '../../ui/fields/FormField.tsx'
import { Icon } from '../../ui/images/Icon.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { dropSavedPicture, pictureId } from '../attachments/attachmentStore.ts'
import { FilePicker } from '../attachments/FilePicker.tsx'
import { profilePictureLimits } from '../attachments/mediaTexts.ts'
import { useShownAttachment } from '../attachments/useAttachment.ts'
import styles from './ProfileCard.module.css'

// Imported on demand, because few visits change the picture.
const loadChangePicture = loadModule(() => import('./changePicture.ts'))

/**
 * The viewer's picture with a button that changes it. Uploads and saves a picked file at once. If either fails, shows
 * the saved picture and an error message.
 */
export function AvatarPicker({ src }: { src: string }) {
  const scope = useSessionScope()
  const { pick, attached } = useShownAttachment(pictureId)
  const upload = attached?.upload.status

  useEffect(() => () => dropSavedPicture(scope), [scope])

  const changePicture = (file: File) =>
    loadChangePicture().then(
      (code) => code.changePicture(scope, file),
      (error: unknown) => {
        reportError(error)
        toast.error(codeNotLoaded)
      },
    )

  return (
    <>
      <div className={styles.avatar}>
        <Avatar src={attached && upload !== 'failed' ? attached.preview : src} />
        <FilePicker
          label="Change picture"
          type="IMAGE"
          className={styles.camera}
          aria-busy={upload === 'uploading'}
          onPick={(file) => void changePicture(file)}
        >
          <Icon of={Camera} />
        </FilePicker>
      </div>
      <p>{profilePictureLimits}</p>
      {pick.status === 'refused' && <FieldError className={styles.problem}>{pick.problem}</FieldError>}
    </>
  )
}
