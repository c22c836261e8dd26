import type { RefObject } from 'react'
import type { UnmaskedFragment } from '../../../apollo/calls.ts'
import type { EditPostInput } from '../../../generated/types.ts'
import { useSessionScope } from '../../../session/sessionScope.ts'
import { fileOf, newDraft, uploadedMediaOf, type EditDraft, type MediaEdit } from '../../drafts/draft.ts'
import { draftId, editDraft, readDraft, useDraft } from '../../drafts/draftStore.ts'
import { useEditForm, type EditForm } from '../../drafts/useEditForm.ts'
import type { PostContent_PostFragment } from '../PostContent.generated.ts'

type Media = PostContent_PostFragment['media']

/** What a form can change of a post. */
interface Content {
  text: string
  media: Media
}

export interface Editing extends EditForm {
  draft: EditDraft | undefined
  /** What is in the form while it is open. */
  edited: Content
  /** What to show of the post: what is being sent, else what is saved, without media that the open form replaces. */
  shown: Content
  change: (contents: Partial<EditDraft>) => void
  changeMedia: (change: MediaEdit) => void
  /** The input of the mutation that saves the form, or null if it has no change. */
  input: EditPostInput | null
}

/**
 * The edit form of a post, which is open wherever the post is shown. Closing it focuses `editButtonRef`, the button that
 * opens it.
 */
export function useEditing(
  { id: postId, content, media }: UnmaskedFragment<PostContent_PostFragment>,
  editButtonRef: RefObject<HTMLButtonElement | null>,
): Editing {
  const scope = useSessionScope()
  const id = draftId(scope, { kind: 'edit', postId })
  const draft = useDraft('edit', id)
  const saved = { text: content, media }
  const edited = withDraft(saved, draft)
  const form = useEditForm({
    id,
    draft,
    isChanged: !isSame(edited, saved),
    onClosed: () => editButtonRef.current?.focus(),
  })
  const isSending = form.state.type === 'sending'

  const change = (contents: Partial<EditDraft>) => editDraft(id, newDraft('edit', { postId, text: content }), contents)

  return {
    ...form,
    draft,
    edited,
    shown: {
      text: isSending ? edited.text : content,
      media: form.isOpen && fileOf(draft) ? null : form.isOpen || isSending ? edited.media : media,
    },
    change,
    changeMedia: (mediaChange) => change({ media: { ...readDraft('edit', id)?.media, ...mediaChange } }),
    input: isSame(edited, saved)
      ? null
      : {
          postId,
          content: edited.text,
          ...(!isSameMedia(edited.media, media) && { media: inputOf(edited.media) }),
        },
  }
}

function withDraft({ text, media }: Content, draft: EditDraft | undefined): Content {
  if (!draft) return { text, media }
  const { file, isRemoved, alt = file ? '' : media?.alt } = draft.media ?? {}
  const { url = '', width = null, height = null } = uploadedMediaOf(draft) ?? {}
  // A file has no URL before the upload.
  const replaced: Media = file ? { __typename: 'Media', url, type: file.type, width, height, alt: '' } : null
  const nextMedia = replaced ?? (isRemoved ? null : media)
  return { text: draft.text, media: nextMedia && { ...nextMedia, alt: alt ?? '' } }
}

function isSame(one: Content, other: Content): boolean {
  return one.text === other.text && isSameMedia(one.media, other.media)
}

function isSameMedia(one: Media, other: Media): boolean {
  return one?.url === other?.url && one?.alt.trim() === other?.alt.trim()
}

function inputOf(media: Media) {
  if (!media) return null
  const { url, type, width, height, alt } = media
  return { url, type, width, height, alt: alt.trim() }
}
