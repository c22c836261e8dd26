import { useApolloClient } from '@apollo/client/react'
import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { reportError } from '../../apollo/errors.ts'
import { download, today } from '../../lib/download.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { SettingRow } from '../../ui/SettingRow.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { readMyData } from './myData.ts'

/** Saves the viewer's data as a file. Leaving the page cancels it. */
export function DownloadMyData() {
  const client = useApolloClient()
  const [progress, setProgress] = useState<string | null>(null)
  const reading = useRef<AbortController>(null)
  useEffect(() => () => reading.current?.abort(), [])

  const save = async () => {
    const { signal } = (reading.current = new AbortController())
    try {
      download(await readMyData({ client, onProgress: setProgress, signal }), `weft-my-data-${today()}.json`)
      toast.success('Your data was downloaded')
    } catch (error) {
      if (signal.aborted) return
      reportError(error)
      toast.error('Your data could not be read, so nothing was downloaded. Try again.')
    }
    setProgress(null)
  }

  return (
    <SettingRow
      label="Your data"
      hint={progress ?? 'Profile, posts, bookmarks, likes and follows in one file, with links to your pictures.'}
    >
      <Button size="sm" variant="outline" busy={progress !== null} onClick={() => void save()}>
        <Icon of={Download} />
        Download my data
      </Button>
    </SettingRow>
  )
}
