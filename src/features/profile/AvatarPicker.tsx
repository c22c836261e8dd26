import { Camera } from 'lucide-react'
import { Avatar } from '../../ui/images/Avatar.tsx'
import { Icon } from '../../ui/images/Icon.tsx'
import { FilePicker } from '../media/FilePicker.tsx'
import { profilePictureLimits } from '../media/mediaLimits.ts'
import { usePictureChange } from './pictureChange.ts'
import styles from './ProfileCard.module.css'

/**
 * The viewer's picture with a button that changes it. Uploads and saves a picked file at once. If either fails, shows
 * the saved picture and an error message.
 */
export function AvatarPicker({ src }: { src: string }) {
  const { preview = src, isSaving = false, problem, changePicture } = usePictureChange()

  return (
    <>
      <div className={styles.avatar}>
        <Avatar src={preview} />
        <FilePicker
          label="Change picture"
          type="IMAGE"
          className={styles.camera}
          aria-busy={isSaving}
          onPick={(file) => void changePicture(file)}
        >
          <Icon of={Camera} />
        </FilePicker>
      </div>
      <p>{profilePictureLimits}</p>
      {problem !== undefined && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </>
  )
}
