import { useEffect } from 'react'
import { reportError } from '../../apollo/errors.ts'
import { setUploadFailed } from '../../backend/connection.ts'
import { createStore, useStore } from '../../lib/createStore.ts'
import { sessionState, useSessionScope, type SessionScope } from '../../session/scope.ts'
import { toast } from '../../ui/toasts/toast.ts'
import type { SaveResult } from '../drafts/drafts.ts'
import { checkMedia } from '../media/checkMedia.ts'
import { editProfile } from './editProfile.ts'

interface PictureChange {
  /** An object URL of the new picture, while it is being saved and afterwards. */
  preview?: string
  isSaving?: boolean
  /** Why the last picked picture was not saved, as a message. */
  problem?: string
}

const noChange: PictureChange = {}

/** The form of the picture among those whose upload failed. */
const PICTURE = 'profile picture'

const pictureEditorOf = sessionState((scope) => new PictureEditor(scope))

/** Returns the change of the viewer's picture, for its form. */
export function usePictureChange(): PictureChange & Pick<PictureEditor, 'changePicture'> {
  const editor = pictureEditorOf(useSessionScope())
  useEffect(() => editor.addForm(), [editor])
  return { ...useStore(editor.change), changePicture: editor.changePicture }
}

const messages: Record<SaveResult, string | null> = {
  saved: null,
  failed: 'That picture could not be saved. Please try again.',
  unknown: 'It is not certain that the picture was saved.',
}

/**
 * Checks, uploads and saves the viewer's picture. Continues when the form closes or the page is left, and then shows a
 * failure as a toast.
 */
class PictureEditor {
  readonly change = createStore(noChange)
  readonly #scope: SessionScope
  readonly #calls = { check: new AbortController(), save: new AbortController() }
  /** How many forms show the change. */
  #forms = 0

  constructor(scope: SessionScope) {
    this.#scope = scope
    scope.signal.addEventListener('abort', () => {
      for (const call of Object.values(this.#calls)) call.abort()
      this.#show(noChange)
    })
  }

  /** Returns a function that removes the form again. */
  addForm(): () => void {
    this.#forms += 1
    return () => {
      this.#forms -= 1
      if (this.#forms === 0 && !this.change.get().isSaving) this.#show(noChange)
    }
  }

  /** Saves a picture. The one before is saved, too, unless this one passes its check first. */
  readonly changePicture = async (file: File): Promise<void> => {
    const check = this.#restart('check')
    // Empties the alert, so that a second problem is announced, too.
    const { problem: _former, ...shown } = this.change.get()
    this.#show(shown)
    const problem = await checkMedia(file, 'IMAGE')
    if (check.aborted) return
    if (problem !== null) return this.#fail(problem, this.change.get())
    const save = this.#restart('save')
    this.#show({ preview: URL.createObjectURL(file), isSaving: true })
    const failure = await this.#uploadAndSave(file, save)
    if (save.aborted) return
    if (failure !== null) this.#fail(failure, noChange)
    else if (this.#forms === 0) this.#show(noChange)
    else this.change.update(({ isSaving: _isSaving, ...saved }) => saved)
  }

  /** Resolves to null, or to an error message for the user. */
  async #uploadAndSave(file: File, signal: AbortSignal): Promise<string | null> {
    let url: string
    try {
      // Imported on demand, because few visits upload a file.
      const { uploadMedia } = await import('../media/uploadMedia.ts')
      url = (await uploadMedia(file, 'IMAGE', { onProgress: () => {}, signal })).url
    } catch (error) {
      if (!signal.aborted) {
        reportError(error)
        setUploadFailed(PICTURE, true)
      }
      return 'That picture did not upload. Please try again.'
    }
    return signal.aborted ? null : messages[await editProfile(this.#scope, { avatarUrl: url })]
  }

  #fail(problem: string, shown: PictureChange): void {
    if (this.#forms > 0) return this.#show({ ...shown, problem })
    toast.error(problem)
    this.#show(shown.isSaving ? shown : noChange)
  }

  #show(next: PictureChange): void {
    const { preview } = this.change.get()
    if (preview !== undefined && preview !== next.preview) URL.revokeObjectURL(preview)
    if (next.problem === undefined) setUploadFailed(PICTURE, false)
    this.change.set(next)
  }

  /** Aborts the last call of this kind. Returns the signal of a new one. */
  #restart(kind: 'check' | 'save'): AbortSignal {
    this.#calls[kind].abort()
    this.#calls[kind] = new AbortController()
    return this.#calls[kind].signal
  }
}
