import type { Handoff } from '@tiffin/sdk/contract'

/** A code as typed, in digits of any script; undefined if it is not four digits. */
export function readHandoffCode(text: string): string | undefined {
  const digits = text
    .replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replaceAll(/\s/g, '')
  return /^\d{4}$/.test(digits) ? digits : undefined
}

/** Entries for several orders: their codes, and one reason for those whose code is left empty (KDS-13). */
export function readHandoffs(
  orderIds: readonly number[],
  codes: ReadonlyMap<number, string>,
  reason: string,
): Map<number, Handoff> {
  const without = reason.trim()
  const handoffs = new Map<number, Handoff>()
  for (const id of orderIds) {
    const text = codes.get(id) ?? ''
    const code = readHandoffCode(text)
    if (code !== undefined) handoffs.set(id, { code })
    else if (text.trim() === '' && without !== '') handoffs.set(id, { without })
  }
  return handoffs
}
