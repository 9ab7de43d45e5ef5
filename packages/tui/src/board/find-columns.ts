import { readList } from '@tiffin/core'
import { localized } from '@tiffin/core/rules'
import type { OrderStatus } from '@tiffin/sdk/contract'
import { matchValue } from '../command/commands.ts'
import { sanitize } from '../theme/text.ts'

/** Finds columns by name in any language, by prefix, or by status number: `New, 4, On the`. */
export function findColumns(
  text: string,
  columns: readonly Pick<OrderStatus, 'order_status_id' | 'status' | 'value'>[],
): { columns: number[]; unknown: string[] } {
  const unknown: string[] = []
  const found = readList(text).map((part) => {
    const byNumber = columns.find(({ status }) => String(status) === part)
    const languages = [...new Set(columns.flatMap(({ value }) => Object.keys(value)))]
    const status =
      byNumber ??
      languages
        .map((lang) => matchValue(columns, (item) => sanitize(localized(item.value, lang)), part))
        .find((language) => language !== undefined)
    if (!status) unknown.push(part)
    return status?.order_status_id
  })
  return { columns: [...new Set(found.filter((id) => id !== undefined))], unknown }
}
