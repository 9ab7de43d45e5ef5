import { formatMoney, localized, parseMoney, sum } from '@tiffin/core/rules'
import { type Booking, entities, type Multilang, type WhyStep } from '@tiffin/sdk/contract'
import type { Change, TouchedRow } from '#engine/change-info'
import { type InvoiceLang, invoiceHtml, invoiceLang } from './invoice-html.ts'

const charged: ReadonlySet<string> = new Set(['subscription', 'order', 'credit'] satisfies Booking['kind'][])

/**
 * Issues an invoice for each charge of a change, and a credit note for each credit, at the end of its transaction: numbers have
 * no gaps, so a transaction that takes one blocks the others until it commits (decision 027).
 */
export async function issueInvoices(change: Change, touched: readonly TouchedRow[]): Promise<void> {
  const bookings = touched.flatMap(({ entity, action, after }) =>
    entity.name === 'booking' && action === 'Create' ? [after as Booking] : [],
  )
  const charges = bookings.filter(({ kind }) => charged.has(kind))
  if (charges.length === 0) return
  const parties = await readParties(change)
  const items = await Promise.all(charges.map((charge) => readItem(change, charge, parties.lang)))
  const [counter] = await change.tx.sql<{ last: number }>(
    `insert into invoice_counter (last) values ($1) on conflict (one) do update set last = invoice_counter.last + $1 returning last`,
    [charges.length],
  )
  const first = (counter?.last ?? 0) - charges.length + 1
  await change.insert(
    entities.invoice,
    charges.map(({ booking_id, payment, date, amount: booked }, index) => {
      const { title, lines } = items[index] as Item
      const { lang, timezone, buyer, seller } = parties
      const invoice = { number: first + index, date, amount: formatMoney(-parseMoney(booked)), buyer, seller, lines }
      const document = invoiceHtml({ ...invoice, title, timezone }, lang)
      return { company: change.info.company, ...invoice, booking: booking_id, payment, document }
    }),
  )
}

interface Parties {
  buyer: string
  seller: string
  lang: InvoiceLang
  timezone: string
}

/** Names and addresses of this moment, in the first language of the company. */
async function readParties({ tx, info }: Change): Promise<Parties> {
  const [row] = await tx.sql<{
    name: Multilang
    legal: string[]
    timezone: string
    code: string | null
    seller: string | null
  }>(
    `select name, timezone, array[legal_name, legal_address, legal_tax] as legal,
       (select code from global_lang where global_lang_id = (company.lang->>0)::bigint) as code,
       (select value from global_settings where name = 'invoice_seller') as seller
     from company where company_id = $1`,
    [info.company],
  )
  const lang = invoiceLang(row?.code)
  const [legalName = '', ...address] = row?.legal ?? []
  const buyer = [legalName || localized(row?.name ?? {}, lang), ...address].filter((line) => line !== '').join('\n')
  return { buyer, seller: row?.seller || 'Tiffin', lang, timezone: row?.timezone || 'UTC' }
}

interface Item {
  title: string
  lines: WhyStep[]
}

/** Title and lines of the invoice for a booking; the lines are the steps of its payment. */
async function readItem({ tx, info }: Change, { payment, amount }: Booking, lang: InvoiceLang): Promise<Item> {
  const [row] = await tx.sql<{ description: string; steps: WhyStep[]; tariff: Multilang | null; period: Multilang | null }>(
    `select p.description, p.steps, t.name as tariff, s.name as period from payment p
       left join tariff t on t.tariff_id = p.tariff left join subscribe_period s on s.subscribe_period_id = p.tariff_period
     where p.company = $1 and p.payment_id = $2`,
    [info.company, payment],
  )
  const names = [row?.tariff, row?.period].flatMap((name) => (name ? [localized(name, lang)] : []))
  const title = names.length > 0 ? names.join(', ') : (row?.description ?? '')
  const total = formatMoney(-parseMoney(amount))
  const lines = (row?.steps ?? []).filter((step) => step.amount !== undefined)
  const isWhole = formatMoney(sum(lines.map((step) => parseMoney(step.amount ?? '0')))) === total
  return { title, lines: isWhole ? lines : [{ label: row?.description ?? '', amount: total }] }
}
