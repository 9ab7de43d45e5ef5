import { formatMoney, type Minor } from '@tiffin/core/rules'
import { type BookingKind, entities, type WhyStep } from '@tiffin/sdk/contract'
import type { Change } from '#engine/change-info'

export interface NewBooking {
  kind: BookingKind
  amount: Minor
  /** Identifies the event, so that it is booked only once. */
  reference: string
  at: string
  payment?: number | null
  reason?: string
  /** The person who books it. */
  user?: number | null
}

/**
 * Books an amount, once for each reference: the only way to change a balance (AMB-237). The company must be locked.
 * @returns false if it was booked before
 */
export async function book(
  change: Change,
  { kind, amount, reference, at, payment = null, reason = '', user = null }: NewBooking,
) {
  const { company } = change.info
  const known = await change.tx.sql('select from booking where company = $1 and reference = $2', [company, reference])
  if (known.length > 0) return false
  await change.insert(entities.booking, [
    { company, kind, amount: formatMoney(amount), payment, reference, reason, user, date: at },
  ])
  return true
}

interface WriteOff extends Omit<NewBooking, 'payment'> {
  /** 2 order over limit, 3 subscription write-off (AMB-167). */
  type: 2 | 3
  description: string
  /** Items that add up to the charge, for its invoice. */
  steps?: readonly WhyStep[]
  tariff?: number | null
  tariff_period?: number | null
}

/** Books a charge or a credit made by the server, with its line in the payments; nothing for an amount of 0. */
export async function writeOff(
  change: Change,
  { type, description, steps = [], tariff = null, tariff_period = null, ...booking }: WriteOff,
) {
  const { amount, at, reference } = booking
  const { company } = change.info
  const known = await change.tx.sql('select from booking where company = $1 and reference = $2', [company, reference])
  if (amount === 0n || known.length > 0) return
  const [own] = await change.tx.sql<{ owner_id: number }>('select owner_id from company where company_id = $1', [company])
  const [row] = await change.insert(entities.payment, [
    {
      company,
      user: own?.owner_id,
      type,
      amount: formatMoney(amount),
      state: 'applied',
      date: at,
      date_paid: at,
      description,
      steps,
      tariff,
      tariff_period,
    },
  ])
  await book(change, { ...booking, payment: Number(row?.['payment_id']) })
}
