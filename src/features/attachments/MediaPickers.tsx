import { ImagePlus, Video } from 'lucide-react'
import type { MediaType } from '../../generated/types.ts'
import { Icon } from '../../ui/images/Icon.tsx'
import { FilePicker } from './FilePicker.tsx'

interface MediaPickersProps {
  disabled?: boolean
  onPick: (file: File, type: MediaType) => void
}

/** The buttons that choose the picture or video of a post. */
export function MediaPickers(props: MediaPickersProps) {
  return (
    <>
      <FilePicker label="Add a photo" type="IMAGE" {...props}>
        <Icon of={ImagePlus} />
      </FilePicker>
      <FilePicker label="Add a video" type="VIDEO" {...props}>
        <Icon of={Video} />
      </FilePicker>
    </>
  )
}
