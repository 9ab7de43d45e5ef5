import { randomUuid } from '@tiffin/sdk/client'
import type { Sentence } from '#i18n/text-key'
import { amount, formatMoney, parseMoney } from '#rules/index'
import { formatDollars } from './dollars.ts'

/** A refund lowers the received amount of a payment; a correction changes the balance of a company. */
export type MoneyChange = { kind: 'refund'; received: string } | { kind: 'correction' }

export interface TypedChange {
  problem?: Sentence
  /** As the call takes it. */
  amount?: string
}

/** Reads a typed amount of a refund or a correction, which may be negative. */
export function readMoneyChange(typed: string, change: MoneyChange, lang: string): TypedChange {
  const text = typed.trim().replace('−', '-')
  const isTaken = change.kind === 'correction' && text.startsWith('-')
  const read = amount(isTaken ? text.slice(1) : text)
  const cents = read === undefined ? 0n : parseMoney(read)
  if (change.kind === 'correction') {
    if (cents === 0n) return { problem: { text: 'Enter an amount, such as 25.00 or -25.00' } }
    return { amount: formatMoney(isTaken ? -cents : cents) }
  }
  if (cents === 0n) return { problem: { text: 'Enter an amount, such as 25.00' } }
  if (cents > parseMoney(change.received))
    return { problem: { text: 'At most %1 can be refunded', params: [formatDollars(change.received, lang)] } }
  return { amount: formatMoney(cents) }
}

/** The balance after a refund or a correction of this amount. */
export const balanceAfter = (balance: string, { kind }: MoneyChange, changed: string): string =>
  formatMoney(parseMoney(balance) + (kind === 'refund' ? -1n : 1n) * parseMoney(changed))

/** One idempotency key for the same input, so that sending it again after a lost answer books nothing again. */
export function keyByInput(): (...input: readonly string[]) => string {
  let last = { input: '', key: '' }
  return (...input) => {
    const text = JSON.stringify(input)
    if (last.input !== text) last = { input: text, key: randomUuid() }
    return last.key
  }
}
