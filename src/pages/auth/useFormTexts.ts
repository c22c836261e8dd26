import { useEffect, useRef, type RefObject } from 'react'
import { tryStorage } from '../../lib/tryStorage.ts'

interface FormTexts<Texts> {
  form: RefObject<HTMLFormElement | null>
  /** Returns what is in the fields. */
  read: () => Texts
  /** Puts texts into the fields. */
  fill: (texts: Partial<Texts>) => void
}

/**
 * The texts of a form by field name; `empty` has one for each. The fields are uncontrolled, so that the form has what was
 * typed before hydration, and what a password manager puts into a field without an event. A reload keeps the texts in
 * `sessionStorage`, except the password.
 */
export function useFormTexts<Texts extends Record<string, string>>(empty: Texts): FormTexts<Texts> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const key = `form:${location.pathname}`
    for (const [name, text] of takeSaved(key)) {
      const field = fieldOf(form.current, name)
      // What was typed since the reload stays.
      if (field?.value === '' && typeof text === 'string') field.value = text
    }
    const onPageHide = () => save(key, new FormData(form.current ?? undefined))
    addEventListener('pagehide', onPageHide)
    return () => {
      removeEventListener('pagehide', onPageHide)
      // The page has returned from the back/forward cache.
      takeSaved(key)
    }
  }, [])
  return {
    form,
    read: () => ({
      ...empty,
      ...Object.fromEntries(Object.keys(empty).map((name) => [name, fieldOf(form.current, name)?.value ?? ''])),
    }),
    fill: (texts) => {
      for (const [name, text] of Object.entries(texts)) {
        const field = fieldOf(form.current, name)
        if (field && text !== undefined) field.value = text
      }
    },
  }
}

function fieldOf(form: HTMLFormElement | null, name: string): HTMLInputElement | null {
  const field = form?.elements.namedItem(name)
  return field instanceof HTMLInputElement ? field : null
}

function save(key: string, texts: FormData): void {
  texts.delete('password')
  tryStorage(() => sessionStorage.setItem(key, JSON.stringify(Object.fromEntries(texts))))
}

function takeSaved(key: string): [name: string, text: unknown][] {
  const entries = tryStorage(() => {
    const saved: object = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    sessionStorage.removeItem(key)
    return Object.entries(saved)
  })
  return entries ?? []
}
