import { useEffect, useRef, useState, type Dispatch, type RefObject, type SetStateAction } from 'react'

interface FormDraft<Draft> {
  form: RefObject<HTMLFormElement | null>
  draft: Draft
  setDraft: Dispatch<SetStateAction<Draft>>
}

/** Holds the texts of a form by field name. Starts with those that were typed before hydration. */
export function useDraft<Draft extends Record<string, string>>(empty: Draft): FormDraft<Draft> {
  const form = useRef<HTMLFormElement>(null)
  const [draft, setDraft] = useState(empty)
  useEffect(() => {
    for (const [name, text] of form.current ? new FormData(form.current) : [])
      if (text && typeof text === 'string') setDraft((current) => ({ ...current, [name]: text }))
  }, [])
  return { form, draft, setDraft }
}
