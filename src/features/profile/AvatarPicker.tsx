import { Camera } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Avatar } from '../../ui/Avatar.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { FilePicker } from '../media/FilePicker.tsx'
import { useMediaUpload } from '../media/useMediaUpload.ts'
import styles from './ProfileCard.module.css'
import { useEditProfile } from './useEditProfile.ts'

/** One's picture with a camera button: a new one is uploaded and taken over at once. */
export function AvatarPicker({ src }: { src: string }) {
  const { media, problem, pick } = useMediaUpload()
  const { editProfile } = useEditProfile()
  const url = media?.state.at === 'done' ? media.state.url : null

  const taken = useRef<string | null>(null)
  useEffect(() => {
    if (!url || taken.current === url) return
    taken.current = url
    void editProfile({ avatarUrl: url })
  }, [url, editProfile])

  return (
    <>
      <Avatar src={media?.preview ?? src} />
      <FilePicker
        label="Change picture"
        accept="image/*"
        className={styles.camera}
        busy={media?.state.at === 'uploading'}
        onPick={(file) => pick(file, 'IMAGE')}
      >
        <Icon of={Camera} />
      </FilePicker>
      {(problem || media?.state.at === 'failed') && (
        <p className={styles.problem} role="alert">
          {problem ?? 'That picture did not upload. Please try again.'}
        </p>
      )}
    </>
  )
}
