import { useState } from 'react'
import { download, today } from '../../lib/download.ts'
import { useOneAtATime } from '../../lib/useOneAtATime.ts'
import { toast } from '../../ui/toasts/toast.ts'
import { Button } from '../../ui/Button.tsx'

interface SaveCopyButtonProps {
  database: string
  size?: 'sm' | 'md'
}

/** Downloads the contents of a database that Weft cannot use, as newline-delimited JSON. */
export function SaveCopyButton({ database, size = 'md' }: SaveCopyButtonProps) {
  const [busy, setBusy] = useState(false)
  const oneAtATime = useOneAtATime()

  const save = async () => {
    setBusy(true)
    try {
      // The code of the backend in this page, which pages of a server do not load.
      const { exportDatabase } = await import('../../backend/inPageBackend.ts')
      download(await exportDatabase(database), `${database}-${today()}.ndjson`)
    } catch (error) {
      console.error(error)
      toast.error('The copy could not be made.')
    }
    setBusy(false)
  }

  return (
    <Button variant="outline" size={size} busy={busy} onClick={() => void oneAtATime(save)}>
      Save a copy
    </Button>
  )
}
