import type { Entity } from '@tiffin/sdk/contract'

/** Tables with records whose changes can't be undone, so that they are not imported either (AMB-224). */
const notUndoable: ReadonlySet<string> = new Set([
  'order',
  'payment',
  'booking',
  'invoice',
  'invitation',
  'print_job',
  'chat_message',
  'mailing',
  'message',
])

/** Whether rows of the table can be imported. The server decides by its rules of undo; a test compares them. */
export const isImportable = ({ name, scope, storage }: Entity): boolean =>
  storage === 'table' && scope !== 'admin' && !notUndoable.has(name)
