import { isSame } from '#rules/index'
import type { ListResult, Row } from './records.ts'

interface ListChanges {
  /** The shown rows in their places, with current values. */
  updated: ListResult
  /** Rows that would appear, disappear or move. */
  moves: number
}

/** How a page that is shown differs from the same page read later. */
export function listChanges(key: string, shown: ListResult, latest: ListResult): ListChanges {
  const keysOf = ({ rows }: ListResult): unknown[] => rows.map((row) => row[key])
  const [before, now] = [keysOf(shown), keysOf(latest)]
  const fresh = new Map<unknown, Row>(latest.rows.map((row) => [row[key], row]))
  const updated = { ...shown, rows: shown.rows.map((row) => fresh.get(row[key]) ?? row) }
  if (isSame(before, now)) return { updated: latest, moves: 0 }
  const added = now.filter((one) => !before.includes(one)).length
  const gone = before.filter((one) => !now.includes(one)).length
  return { updated, moves: Math.max(added, gone, 1) }
}
