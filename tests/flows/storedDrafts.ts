import { isKind, newDraft, type Draft, type EditDraft, type PostDraft } from '../../src/features/drafts/draft.ts'
import { parseDraft } from '../../src/features/drafts/storedDraft.ts'

/** The drafts in `localStorage`, as the app or another tab of it writes them. */

/** Returns the ids of all stored drafts, which are their keys. */
export function draftIds(): string[] {
  return Object.keys(localStorage).filter((key) => key.startsWith('draft:'))
}

export function storedDraft(id: string): Draft | undefined {
  return parseDraft(localStorage.getItem(id))
}

/** Returns the post that is stored with this id. */
export function storedPost(id: string): PostDraft | undefined {
  const draft = storedDraft(id)
  return isKind(draft, 'post') ? draft : undefined
}

/** Another tab. What it does with the draft reaches this tab when the returned function is called. */
export function openDraftInOtherTab(id: string) {
  const write = (draft: Draft) => {
    localStorage.setItem(id, JSON.stringify(draft))
    return dispatch
  }
  const dispatch = () => void window.dispatchEvent(new StorageEvent('storage', { key: id }))
  return {
    changePost: (change: Partial<PostDraft>) =>
      write({ ...(storedPost(id) ?? newDraft('post', { text: '' })), ...change }),
    changeEdit(change: Partial<EditDraft>) {
      const stored = storedDraft(id)
      const [, postId = ''] = id.split(':edit:')
      return write({ ...(isKind(stored, 'edit') ? stored : newDraft('edit', { postId, text: '' })), ...change })
    },
    discard() {
      localStorage.removeItem(id)
      return dispatch
    },
  }
}
