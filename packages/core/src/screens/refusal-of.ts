import type { ErrorDetails } from '@tiffin/sdk/contract'
import { formatList, type Problem } from '#rules/index'
import { screens } from './declared/index.ts'

const titleOf = (table: string): string =>
  table === 'order' ? 'Orders' : (screens.find(({ entity }) => entity.name === table)?.title ?? table)

/** A refusal in words; what uses a record is named by its screens, such as `Record is in use: Merchants (2)` (API-21). */
export function refusalOf(
  { message, params, because }: Pick<ErrorDetails, 'message' | 'params' | 'because'>,
  t: (key: string) => string,
  lang: string,
): Problem {
  const uses = because?.['uses'] as readonly { table: string; count: number }[] | undefined
  if (!uses) return { text: message, ...(params ? { params } : {}) }
  const named = uses.map(({ table, count }) => `${t(titleOf(table))} (${count})`)
  return { text: 'Record is in use: %1', params: [formatList(named, lang)] }
}
