import type { Exit } from '../failure.ts'

export type ResultRow = Readonly<Record<string, unknown>>

/** What a service found or did, ready to be written in any format. */
export interface Result {
  rows: readonly ResultRow[]
  /** Fields that a person sees; JSON has all that the rows carry unless fields were asked for. */
  columns?: readonly string[]
  /** One record: a list of its fields for a person, one object in JSON. */
  single?: boolean
  /** For people, beside the data. */
  remarks?: readonly string[]
  exit?: Exit
}
