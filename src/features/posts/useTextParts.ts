import { useEffect, useMemo, useState } from 'react'
import { reportError } from '../../apollo/errors.ts'
import type { TextPart } from './textParts.ts'

type Parse = (text: string) => TextPart[]

/** Set once the parser has loaded. */
let loaded: Parse | undefined

/** Returns the plain pieces and links of a text. The parser loads with the first text that may have a link. */
export function useTextParts(text: string): readonly TextPart[] {
  const [parse, setParse] = useState(() => loaded)
  const mayHaveLinks = /[@#＃]|https?:|www\./i.test(text)

  useEffect(() => {
    if (!mayHaveLinks || parse) return
    const load = async () => {
      const { textParts } = await import('./textParts.ts')
      loaded = textParts
      setParse(() => textParts)
    }
    load().catch(reportError)
  }, [mayHaveLinks, parse])

  return useMemo(() => (mayHaveLinks && parse ? parse(text) : [{ start: 0, text }]), [mayHaveLinks, parse, text])
}
