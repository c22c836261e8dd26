import { ImagePlus, Video } from 'lucide-react'
import type { MediaType } from '../../generated/types.ts'
import { Icon } from '../../ui/Icon.tsx'
import { FilePicker } from './FilePicker.tsx'

interface MediaPickersProps {
  disabled?: boolean
  onPick: (file: File, type: MediaType) => void
}

/** The buttons that choose the picture or video of a post. */
export function MediaPickers({ disabled = false, onPick }: MediaPickersProps) {
  return (
    <>
      <FilePicker label="Add a photo" accept="image/*" disabled={disabled} onPick={(file) => onPick(file, 'IMAGE')}>
        <Icon of={ImagePlus} />
      </FilePicker>
      <FilePicker label="Add a video" accept="video/*" disabled={disabled} onPick={(file) => onPick(file, 'VIDEO')}>
        <Icon of={Video} />
      </FilePicker>
    </>
  )
}
