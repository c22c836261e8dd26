import { useEffect, useMemo } from 'react'
import { mayHaveAddress } from '../../../shared/textLinks.ts'
import { reportError } from '../../lib/reportError.ts'
import { createStore, useStore } from '../../lib/createStore.ts'
import { loadModule } from '../../lib/loadModule.ts'
import type { LinkedMention, TextSegment } from './textSegments.ts'

type Parse = (text: string, mentions: readonly LinkedMention[] | undefined) => TextSegment[]

const loadTextSegments = loadModule(() => import('./textSegments.ts'))
const loadAddresses = loadModule(() => import('../../../shared/addresses.ts'))

/**
 * The parsers that have loaded: the one for addresses, which is large, and the one for all other links. Code, which all
 * sessions share.
 */
const parsers = createStore<{ addresses?: Parse; others?: Parse }>({})

/**
 * Returns the plain pieces and links of a text. Without mentions, each @username is one. A parser loads with the first text
 * that may have its links.
 */
export function useTextSegments(text: string, mentions?: readonly LinkedMention[]): readonly TextSegment[] {
  const kind = linksOf(text)
  const parse = useStore(parsers, (loaded) => kind && loaded[kind])

  useEffect(() => {
    if (!kind || parse) return
    const load = async () => {
      const [{ textSegments }, addresses] = await Promise.all([
        loadTextSegments(),
        kind === 'addresses' ? loadAddresses() : null,
      ])
      const loaded: Parse = (parsed, known) => textSegments(parsed, addresses?.addressesIn(parsed), known)
      parsers.update((former) => ({ ...former, [kind]: loaded }))
    }
    load().catch(reportError)
  }, [kind, parse])

  return useMemo(() => parse?.(text, mentions) ?? [{ start: 0, text }], [parse, text, mentions])
}

/** Returns which links a text may have. */
function linksOf(text: string): 'addresses' | 'others' | undefined {
  if (mayHaveAddress(text)) return 'addresses'
  return /[@#＃]/.test(text) ? 'others' : undefined
}
