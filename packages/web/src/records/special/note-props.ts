import type { ListUrl } from '../use-list-url.ts'

/** Props of a note above a list. */
export interface NoteProps {
  /** The company of the rows; null across companies. */
  company: number | null
  hrefOf: ListUrl['hrefOf']
}
