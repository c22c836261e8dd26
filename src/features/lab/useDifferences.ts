import { useEffect, useState } from 'react'
import { openLab } from '../../backend/lab.ts'
import { differences } from './words.ts'

/** How the backend differs from the usual, in words; null while it does not, or nobody can tell. */
export function useDifferences(): string | null {
  const [words, setWords] = useState<string | null>(null)

  useEffect(() => {
    const left = new AbortController()
    void follow(left.signal, setWords)
    return () => left.abort()
  }, [])

  return words
}

async function follow(left: AbortSignal, tell: (words: string | null) => void): Promise<void> {
  try {
    const lab = await openLab()
    const read = async () => {
      const settings = await lab.settings()
      if (!left.aborted) tell(lab.isDefault(settings) ? null : differences(settings, lab.defaults))
    }
    if (left.aborted) return
    left.addEventListener(
      'abort',
      lab.onChange(() => void read()),
    )
    await read()
  } catch {
    // The page that needs the backend says so.
  }
}
