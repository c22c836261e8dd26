/** The parts of the composer that most visits do not need, as one chunk. */
export { ComposerHint } from './ComposerHint.tsx'
export { DraftNotes } from './DraftNotes.tsx'
export { Outbox } from './Outbox.tsx'
export { sendPost } from './sendPost.ts'
export { MediaAttachment } from '../attachments/MediaAttachment.tsx'
export { HighlightOverlay } from '../posts/text/HighlightOverlay.tsx'
