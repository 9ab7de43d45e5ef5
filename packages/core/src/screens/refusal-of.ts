import type { ErrorDetails } from '@tiffin/sdk/contract'
import { formatList, type Problem } from '#rules/index'
import { screens } from './declared/index.ts'

/** What tables are called that no screen of records shows. */
const titles: Readonly<Record<string, string>> = {
  chat_message: 'Chat',
  device: 'Kitchen devices',
  kanban: 'Boards',
  kanban_settings: 'Settings of the board',
  membership: 'Staff',
  order: 'Orders',
  print_job: 'Tickets',
}

/** What a table is called: a dictionary key. */
export const tableTitle = (table: string): string =>
  titles[table] ?? screens.find(({ entity }) => entity.name === table)?.title ?? table

/** A refusal in words; what uses a record is named by its screens, such as `Record is in use: Merchants (2)` (API-21). */
export function refusalOf(
  { message, params, because }: Pick<ErrorDetails, 'message' | 'params' | 'because'>,
  t: (key: string) => string,
  lang: string,
): Problem {
  const uses = because?.['uses'] as readonly { table: string; count: number }[] | undefined
  if (!uses) return { text: message, ...(params ? { params } : {}) }
  // The same rows may point to it by two fields.
  const counts = new Map<string, number>()
  for (const { table, count } of uses) counts.set(table, Math.max(count, counts.get(table) ?? 0))
  const elsewhere = because?.['elsewhere'] === true
  if (elsewhere && uses.length === 0) return { text: 'Record is in use elsewhere' }
  const named = Array.from(counts, ([table, count]) => `${t(tableTitle(table))} (${count})`)
  return { text: elsewhere ? 'Record is in use: %1, and elsewhere' : 'Record is in use: %1', params: [formatList(named, lang)] }
}
