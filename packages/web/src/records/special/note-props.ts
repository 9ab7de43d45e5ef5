import type { ListUrl } from '../use-list-url.ts'

/** What a note above a list is told. */
export interface NoteProps {
  /** Whose rows are listed; null across companies. */
  company: number | null
  hrefOf: ListUrl['hrefOf']
}
