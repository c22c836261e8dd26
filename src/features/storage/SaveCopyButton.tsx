import { useState } from 'react'
import { toast } from '../../ui/toasts/toast.ts'
import { Button } from '../../ui/Button.tsx'

interface SaveCopyButtonProps {
  database: string
  size?: 'sm' | 'md'
}

/** Downloads what a database holds that Weft itself cannot use. */
export function SaveCopyButton({ database, size = 'md' }: SaveCopyButtonProps) {
  const [busy, setBusy] = useState(false)

  const save = async () => {
    setBusy(true)
    try {
      const { saveCopy } = await import('./saveCopy.ts')
      await saveCopy(database)
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
