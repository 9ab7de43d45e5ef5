import type { Exit } from '../failure.ts'

export type ResultRow = Readonly<Record<string, unknown>>

/** The result of a service, for any output format. */
export interface Result {
  rows: readonly ResultRow[]
  /** Fields shown in text output; JSON has all fields of the rows unless fields were chosen. */
  columns?: readonly string[]
  /** Headings in csv files of columns whose name is not enough. */
  csvHeadings?: Readonly<Record<string, string>>
  /** One record: a list of fields as text, one object in JSON. */
  single?: boolean
  /** Messages for users, in addition to the data. */
  remarks?: readonly string[]
  exit?: Exit
  /** Called when the result has been printed. */
  printed?: () => void
}
