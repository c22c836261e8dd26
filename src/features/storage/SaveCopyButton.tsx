import { useState } from 'react'
import { exportDatabase } from '../../backend/inPageBackend.ts'
import { download, today } from '../../lib/download.ts'
import { toast } from '../../ui/toasts/toast.ts'
import { Button } from '../../ui/Button.tsx'

interface SaveCopyButtonProps {
  database: string
  size?: 'sm' | 'md'
}

/** Downloads the contents of a database that Weft cannot use, as newline-delimited JSON. */
export function SaveCopyButton({ database, size = 'md' }: SaveCopyButtonProps) {
  const [busy, setBusy] = useState(false)

  const save = async () => {
    setBusy(true)
    try {
      download(await exportDatabase(database), `${database}-${today()}.ndjson`)
    } catch (error) {
      console.error(error)
      toast.error('The copy could not be made.')
    }
    setBusy(false)
  }

  return (
    <Button variant="outline" size={size} busy={busy} onClick={() => void save()}>
      Save a copy
    </Button>
  )
}
