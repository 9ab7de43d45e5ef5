import type { ErrorDetails } from '@tiffin/sdk/contract'
import { formatCount } from '#i18n/format-count'
import type { Translate } from '#i18n/create-i18n'
import type { PlainKey } from '#i18n/text-key'
import { formatList, type Problem } from '#rules/index'
import { screens } from './declared/index.ts'
import type { Screen } from './screen.ts'
import type { Figure } from './states.ts'

/** Names of tables without a records screen. */
const titles: Readonly<Record<string, PlainKey>> = {
  access_token: 'Access tokens',
  chat_message: 'Chat',
  device: 'Kitchen devices',
  invitation: 'Invitations',
  kanban: 'Boards',
  kanban_settings: 'Board settings',
  membership: 'Staff',
  second_factor: 'Two-step sign-in',
  order: 'Orders',
  print_job: 'Tickets',
}

const screenOf = (table: string): Screen | undefined => screens.find(({ entity }) => entity.name === table)

/** The display name of a table. */
export function tableLabel(table: string, t: Translate): string {
  const title = titles[table] ?? screenOf(table)?.title
  return title === undefined ? t.message(table) : t(title)
}

const kinds: Readonly<Record<string, PlainKey>> = {
  access_token: 'Access token',
  chat_message: 'Message',
  device: 'Kitchen device',
  kanban: 'Board',
  kanban_settings: 'Board settings',
  membership: 'Staff member',
  second_factor: 'Two-step sign-in',
  order: 'Order',
  print_job: 'Ticket',
}

/** The display name of a single record of a table. */
export function recordKind(table: string, t: Translate): string {
  const kind = kinds[table] ?? screenOf(table)?.one
  return kind === undefined ? tableLabel(table, t) : t(kind)
}

/** The number of rows of a table that refer to a record. */
interface Use {
  table: string
  count: number
  count_is?: 'at_least'
}

/**
 * An error as a sentence; uses of a record are named by their screens, such as `Record is in use: Merchants (2)`
 * (API-21).
 */
export function refusalOf(
  { message, params, because }: Pick<ErrorDetails, 'message' | 'params' | 'because'>,
  t: Translate,
  lang: string,
): Problem {
  const uses = because?.['uses'] as readonly Use[] | undefined
  if (!uses) return { message, ...(params ? { params } : {}) }
  // The same rows may refer to the record by two fields.
  const counts = new Map<string, Figure>()
  for (const { table, count, count_is } of uses)
    if (count > (counts.get(table)?.count ?? 0)) counts.set(table, { count, atLeast: count_is === 'at_least' })
  const elsewhere = because?.['elsewhere'] === true
  if (elsewhere && uses.length === 0) return { text: 'Record is in use elsewhere' }
  const named = Array.from(counts, ([table, count]) => `${tableLabel(table, t)} (${formatCount(count, lang)})`)
  return { text: elsewhere ? 'Record is in use: %1, and elsewhere' : 'Record is in use: %1', params: [formatList(named, lang)] }
}
