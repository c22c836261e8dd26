import { Check } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Icon } from '../../ui/images/Icon.tsx'
import type { PostDraft } from '../drafts/draft.ts'
import { useSaveProblem } from '../drafts/draftStore.ts'
import styles from './Composer.module.css'

/** How long typing must pause before the note 'Draft saved' shows. */
const IDLE_MS = 1000

/** Whether the draft is saved. */
export function ComposerHint({ id, draft }: { id: string; draft: PostDraft | undefined }) {
  const problem = useSaveProblem(id)
  const [savedText, setSavedText] = useState('')
  const text = draft?.text ?? ''

  useEffect(() => {
    const timer = setTimeout(() => setSavedText(text), IDLE_MS)
    return () => clearTimeout(timer)
  }, [text])

  return (
    <output className={styles.hint}>
      {problem}
      {draft && !problem && (savedText !== '' || draft.media) && (
        <>
          <Icon of={Check} /> Draft saved
        </>
      )}
    </output>
  )
}
