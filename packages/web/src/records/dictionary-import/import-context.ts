import { createContext, useContext } from 'react'
import type { ImportDialog, ImportState } from '@tiffin/core/dictionary-import'
import { useSelected } from '@tiffin/core/react'

const Context = createContext<ImportDialog | null>(null)
export const ImportProvider = Context.Provider

/** The open import with its current state. */
export function useImport(): { dialog: ImportDialog; state: ImportState } {
  const dialog = useContext(Context)
  if (!dialog) throw new Error('useImport needs an ImportProvider above it')
  return { dialog, state: useSelected(dialog.store, (state) => state) }
}
