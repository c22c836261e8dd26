import { useEffect, useRef, useState, type Dispatch, type RefObject, type SetStateAction } from 'react'
import { tryStorage } from '../../lib/tryStorage.ts'

interface FormValues<Values> {
  form: RefObject<HTMLFormElement | null>
  values: Values
  setValues: Dispatch<SetStateAction<Values>>
}

/**
 * Holds the texts of a form by field name. Starts with those that were typed before hydration. A reload keeps them in
 * `sessionStorage`, except the password.
 */
export function useFormValues<Values extends Record<string, string>>(empty: Values): FormValues<Values> {
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(empty)
  useEffect(() => {
    const key = `form:${location.pathname}`
    const read = () => new FormData(form.current ?? undefined)
    for (const [name, text] of [...takeSaved(key), ...read()])
      if (text && typeof text === 'string') setValues((current) => ({ ...current, [name]: text }))
    const onPageHide = () => save(key, read())
    addEventListener('pagehide', onPageHide)
    return () => {
      removeEventListener('pagehide', onPageHide)
      // The page has returned from the back/forward cache.
      takeSaved(key)
    }
  }, [])
  return { form, values, setValues }
}

function save(key: string, values: FormData): void {
  values.delete('password')
  tryStorage(() => sessionStorage.setItem(key, JSON.stringify(Object.fromEntries(values))))
}

function takeSaved(key: string): [name: string, text: unknown][] {
  const entries = tryStorage(() => {
    const saved: object = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    sessionStorage.removeItem(key)
    return Object.entries(saved)
  })
  return entries ?? []
}
