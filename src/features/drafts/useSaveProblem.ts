import { useDraft, useIsDraftSaved } from './drafts.ts'

/** Returns what of a draft the browser has not saved, because its storage is full or blocked, as a message. */
export function useSaveProblem(id: string): string | undefined {
  const draft = useDraft(id)
  const isSaved = useIsDraftSaved(id)
  if (draft && !isSaved) return 'This browser could not save the draft'
  return draft?.file?.isUnsaved ? 'This browser could not save the file of the draft' : undefined
}
