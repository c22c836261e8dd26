import { useEffect, useState } from 'react'
import { openBackend } from './backend.ts'

/** Whether somebody has ever set something in the lab of this browser. */
export function useLabTouched(): boolean {
  const [touched, setTouched] = useState(false)
  useEffect(() => {
    let end = () => {}
    let left = false
    // A backend that does not open is told by the page that asks it.
    openBackend().then(
      ({ whenLabTouched }) => {
        if (!left) end = whenLabTouched(() => setTouched(true))
        return null
      },
      () => {},
    )
    return () => {
      left = true
      end()
    }
  }, [])
  return touched
}
