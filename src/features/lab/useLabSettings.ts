import { useEffect, useRef, useState } from 'react'
import type { Lab, LabSettings } from '../../backend/lab.ts'

interface SettingsInUse {
  /** Null until they are read. */
  settings: LabSettings | null
  /** Shown at once; of several that come in a row the last is kept. */
  change: (settings: LabSettings) => void
  /** Why they could not be kept. */
  problem: string | undefined
}

/** The lab's settings, as changed here or elsewhere. */
export function useLabSettings(lab: Lab): SettingsInUse {
  const [settings, setSettings] = useState<LabSettings | null>(null)
  const [problem, setProblem] = useState<string>()
  const wanted = useRef<LabSettings | null>(null)
  const isWriting = useRef(false)

  useEffect(() => {
    const read = () =>
      void lab.settings().then(
        // What is about to be kept is newer.
        (kept) => isWriting.current || setSettings(kept),
        (error: unknown) => setProblem(messageOf(error)),
      )
    read()
    return lab.onChange(read)
  }, [lab])

  const write = async () => {
    isWriting.current = true
    setProblem(undefined)
    try {
      while (wanted.current) {
        const next = wanted.current
        wanted.current = null
        await lab.change(next)
      }
    } catch (error) {
      wanted.current = null
      setProblem(messageOf(error))
      await lab.settings().then(setSettings, () => {})
    }
    isWriting.current = false
  }

  const change = (next: LabSettings) => {
    setSettings(next)
    wanted.current = next
    if (!isWriting.current) void write()
  }

  return { settings, change, problem }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
