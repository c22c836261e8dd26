import { useEffect, useState } from 'react'
import { openLab, type Lab } from '../../backend/lab.ts'

/** The lab once it is open; a failure is for the boundary around. */
export function useLab(): Lab | null {
  const [lab, setLab] = useState<Lab | null>(null)
  const [failure, setFailure] = useState<{ reason: unknown } | null>(null)

  useEffect(() => {
    let isHere = true
    openLab().then(
      (opened) => isHere && setLab(opened),
      (reason: unknown) => isHere && setFailure({ reason }),
    )
    return () => {
      isHere = false
    }
  }, [])

  if (failure) throw failure.reason
  return lab
}
