import type { Row } from '@tiffin/core/screens'
import type { ListUrl } from '../use-list-url.ts'

/** Props of a note above a list. */
export interface NoteProps {
  /** The company of the rows; null across companies. */
  company: number | null
  hrefOf: ListUrl['hrefOf']
}

/** Props of an action at the end of a row. */
export interface RowActionProps {
  row: Row
  title: string
  onOpen: () => void
}
