import { lazyPart } from '../load-part.ts'

// What a list needs only when somebody asks for it.
export const Editor = lazyPart(async () => (await import('./editor/editor.tsx')).Editor)
export const SortDialog = lazyPart(async () => (await import('./list/sort-dialog.tsx')).SortDialog)
