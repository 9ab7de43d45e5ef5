import type { Screen } from '@tiffin/core/screens'
import { lazyPart } from '../load-part.ts'

// What a list needs only when somebody asks for it.
export const Editor = lazyPart(async () => (await import('./editor/editor.tsx')).Editor)
export const SortDialog = lazyPart(async () => (await import('./list/sort-dialog.tsx')).SortDialog)

export interface NoteProps {
  /** Whose rows are listed; null across companies. */
  company: number | null
  hrefOf: (id: number) => string
}
/** What screens say above their lists. */
export const notes = {
  workflow: lazyPart(async () => (await import('./list/workflow-faults.tsx')).WorkflowFaults),
} satisfies Record<NonNullable<Screen['note']>, unknown>
