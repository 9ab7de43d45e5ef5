import { createContext, useContext } from 'react'
import type { RecordImport, RecordImportState } from '@tiffin/core/record-import'
import { useSelected } from '@tiffin/core/react'
import type { ImportableScreen } from '@tiffin/core/screens'

interface Value {
  imported: RecordImport
  /** The lists into which the user can import. */
  screens: readonly ImportableScreen[]
}

const Context = createContext<Value | null>(null)
export const ImportProvider = Context.Provider

/** The import of this page with its current state. */
export function useImport(): Value & { state: RecordImportState } {
  const value = useContext(Context)
  if (!value) throw new Error('useImport needs an ImportProvider above it')
  return { ...value, state: useSelected(value.imported.store, (state) => state) }
}
