import { useEffect, useRef, useState, type Dispatch, type RefObject, type SetStateAction } from 'react'

interface FormValues<Values> {
  form: RefObject<HTMLFormElement | null>
  values: Values
  setValues: Dispatch<SetStateAction<Values>>
}

/** Holds the texts of a form by field name. Starts with those that were typed before hydration. */
export function useFormValues<Values extends Record<string, string>>(empty: Values): FormValues<Values> {
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(empty)
  useEffect(() => {
    for (const [name, text] of form.current ? new FormData(form.current) : [])
      if (text && typeof text === 'string') setValues((current) => ({ ...current, [name]: text }))
  }, [])
  return { form, values, setValues }
}
