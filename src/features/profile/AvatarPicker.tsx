import { useApolloClient } from '@apollo/client/react'
import { Camera } from 'lucide-react'
import { useState } from 'react'
import type { MediaInput } from '../../generated/types.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { FilePicker } from '../media/FilePicker.tsx'
import { useMediaUpload } from '../media/useMediaUpload.ts'
import styles from './ProfileCard.module.css'
import { editProfile } from './editProfile.ts'

/**
 * The viewer's picture with a button that changes it. Uploads and saves a picked file at once. If either fails, shows
 * the saved picture and an error message.
 */
export function AvatarPicker({ src }: { src: string }) {
  const client = useApolloClient()
  const [unsavedUrl, setUnsavedUrl] = useState<string | null>(null)
  const { media, problem, pick } = useMediaUpload()
  const save = async ({ url }: MediaInput) => {
    if ((await editProfile(client, { avatarUrl: url })) !== 'saved') setUnsavedUrl(url)
  }
  const uploadFailed = media?.state.status === 'failed'
  // If only the response was lost, the profile has the picture.
  const saveFailed = media?.state.status === 'done' && media.state.uploaded.url === unsavedUrl && src !== unsavedUrl

  const note =
    problem ??
    (uploadFailed ? 'That picture did not upload. Please try again.' : null) ??
    (saveFailed ? 'That picture could not be saved. Please try again.' : null)

  return (
    <>
      <Avatar src={media && !uploadFailed && !saveFailed ? media.preview : src} />
      <FilePicker
        label="Change picture"
        accept="image/*"
        className={styles.camera}
        busy={media?.state.status === 'uploading'}
        onPick={(file) => pick(file, 'IMAGE', { onUploaded: (uploaded) => void save(uploaded) })}
      >
        <Icon of={Camera} />
      </FilePicker>
      {note && (
        <p className={styles.problem} role="alert">
          {note}
        </p>
      )}
    </>
  )
}
