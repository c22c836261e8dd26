import { useEffect, useRef, useState } from 'react'
import { openLab, type FaultKind, type Lab, type LabSettings, type Latency } from '../../backend/lab.ts'

/** Returns the lab once it is open, else null. Throws failures to the error boundary. */
export function useLab(): Lab | null {
  const [lab, setLab] = useState<Lab | null>(null)
  const [failure, setFailure] = useState<{ reason: unknown } | null>(null)

  useEffect(() => {
    let isMounted = true
    openLab().then(
      (opened) => isMounted && setLab(opened),
      (reason: unknown) => isMounted && setFailure({ reason }),
    )
    return () => {
      isMounted = false
    }
  }, [])

  if (failure) throw failure.reason
  return lab
}

interface EditableSettings {
  /** Null until the settings have been read. */
  settings: LabSettings | null
  /** Shows the settings at once and saves them. Of several quick changes, it saves only the last. */
  change: (settings: LabSettings) => void
  /** Why the settings could not be read or saved. */
  failure: { reason: unknown } | null
}

/** Returns the settings of a lab, once there is one. Follows changes made in other tabs. */
export function useLabSettings(lab: Lab | null): EditableSettings {
  const [settings, setSettings] = useState<LabSettings | null>(null)
  const [failure, setFailure] = useState<{ reason: unknown } | null>(null)
  const next = useRef<LabSettings | null>(null)
  const isWriting = useRef(false)

  useEffect(() => {
    if (!lab) return undefined
    const read = () =>
      void lab.settings().then(
        // Skipped while saving: the settings on screen are newer.
        (saved) => isWriting.current || setSettings(saved),
        (reason: unknown) => setFailure({ reason }),
      )
    read()
    return lab.onChange(read)
  }, [lab])

  const write = async () => {
    isWriting.current = true
    setFailure(null)
    try {
      while (next.current) {
        const unsaved = next.current
        next.current = null
        await lab?.change(unsaved)
      }
    } catch (reason) {
      next.current = null
      setFailure({ reason })
      await lab?.settings().then(setSettings, () => {})
    }
    isWriting.current = false
  }

  const change = (changed: LabSettings) => {
    setSettings(changed)
    next.current = changed
    if (!isWriting.current) void write()
  }

  return { settings, change, failure }
}

/** The labels of the faults. */
export const faultLabels: Readonly<Record<FaultKind, string>> = {
  none: 'None',
  errorBefore: '500 before commit',
  errorAfter: '500 after commit',
  dropped: 'Dropped connection',
  offline: 'Offline',
}

/**
 * Returns how the settings differ from the defaults, such as `500 before commit, 2000 ms`. Null if they do not differ
 * or have not been read. Throws like `useLab`.
 */
export function useDifferences(): string | null {
  const lab = useLab()
  const { settings, failure } = useLabSettings(lab)
  if (failure) throw failure.reason
  return lab && settings && !lab.isDefault(settings) ? differencesOf(settings, lab.defaults) : null
}

function differencesOf({ latency, fault }: LabSettings, defaults: LabSettings): string {
  const differs = latency.ms !== defaults.latency.ms || latency.jitter !== defaults.latency.jitter
  return [fault.kind !== 'none' && faultLabels[fault.kind], differs && formatLatency(latency)]
    .filter(Boolean)
    .join(', ')
}

function formatLatency({ ms, jitter }: Latency): string {
  return jitter ? `${ms} ± ${jitter} ms` : `${ms} ms`
}
