/** The parts of the composer that most visits do not need, as one chunk. */
export { ComposerHint } from './ComposerHint.tsx'
export { ComposerMedia } from './ComposerMedia.tsx'
export { DraftNotes } from './DraftNotes.tsx'
export { Outbox } from './Outbox.tsx'
export { sendPost } from './sendPost.ts'
export { HighlightOverlay } from '../posts/text/HighlightOverlay.tsx'
