import type { Client } from 'pg'
import type { Bench, Figure } from './bench.ts'
import { withClient } from './database.ts'
import { compare, median, sample } from './measure.ts'
import { millionOrders } from './million.ts'
import { startServe } from './stage.ts'
import { signIn, type Wire } from './wire.ts'

/** The columns of the orders report. */
const include = (
  'order_id user type merchant destination_address cost discount bonus promocode_amount total promocode paid order_status ' +
  'time_create last_time time_finish time_delivery courier pay_type'
).split(' ')
const sums = ['discount', 'bonus', 'promocode_amount', 'total']
const DAY = 86_400_000
/** A new server takes several times as long for a call as one whose code has been compiled by use. */
const CALLS_BEFORE = 100

interface Setting {
  newest: number
  merchants: number[]
  number: string
}

type Condition = Record<string, unknown>

const newestFirst = [{ field: 'time_create', dir: 'desc' }]
const mostExpensiveFirst = [{ field: 'total', dir: 'desc' }]
const bounds = (until: number, days: number): [from: string, to: string] => [
  new Date(until - days * DAY).toISOString(),
  new Date(until).toISOString(),
]
const period = (until: number, days: number): Condition => ({
  key: 'time_create',
  op: 'between',
  prm: bounds(until, days),
})

/** Typical searches in a list of orders, matching from a single order to a third of all. */
const searches: { what: string; search: (setting: Setting) => Condition[]; order: Condition[] }[] = [
  { what: 'an address', search: () => [{ text: 'Mondweg 11' }], order: newestFirst },
  { what: 'a number', search: ({ number }) => [{ text: number }], order: newestFirst },
  { what: 'a street', search: () => [{ text: 'Hegelplatz' }], order: mostExpensiveFirst },
  { what: 'a long street', search: () => [{ text: 'Lindenstraße' }], order: newestFirst },
  { what: '"straße", in a third of all', search: () => [{ text: 'straße' }], order: newestFirst },
  {
    what: 'three merchants in a month',
    search: ({ newest, merchants }) => [period(newest, 30), { key: 'merchant', op: 'in', prm: merchants }],
    order: mostExpensiveFirst,
  },
  { what: '"allee" in a month', search: ({ newest }) => [period(newest, 30), { text: 'allee' }], order: mostExpensiveFirst },
]

async function settingOf(wire: Wire): Promise<Setting> {
  const { data } = await wire.call('Reference', 'getData', {
    tables: [
      { table: 'order', include: ['order_id', 'time_create'], order: newestFirst, limit: [1000, 1] },
      { table: 'merchant', include: ['merchant_id'], limit: [0, 3] },
    ],
  })
  const [order] = data['order']?.data ?? []
  return {
    newest: Date.parse(String(order?.['time_create'])),
    merchants: (data['merchant']?.data ?? []).map((row) => Number(row['merchant_id'])),
    number: String(order?.['order_id']),
  }
}

async function pages(wire: Wire, setting: Setting): Promise<Figure[]> {
  const figures: Figure[] = []
  const all: number[] = []
  for (const { what, search, order } of searches) {
    const query = {
      tables: [
        {
          table: 'order',
          mode: 'report',
          include,
          join: ['user', 'type', 'merchant', 'order_status', 'courier', 'pay_type'],
          search: search(setting),
          order,
          limit: [0, 15],
        },
      ],
    }
    let count = 0
    const samples = await sample(20, async () => {
      const { data } = await wire.call('Reference', 'getData', query)
      count = data['order']?.count ?? 0
      if (count === 0) throw new Error(`Nothing was found for ${what}.`)
    })
    all.push(...samples)
    figures.push({
      what: `page of 15 of 1,000,000: ${what}, p50`,
      value: median(samples),
      unit: 'ms',
      budget: 25,
      note: `of ${count}`,
    })
  }
  return [...figures, { what: 'page of 15 of 1,000,000: all of these, p50', value: median(all), unit: 'ms', budget: 25 }]
}

/** The sums of a list against plain SQL, with the same role and company. */
async function totals(wire: Wire, client: Client, setting: Setting): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const days of [30, 365]) {
    const search = [period(setting.newest, days)]
    const [from, to] = bounds(setting.newest, days)
    const query = { tables: [{ table: 'order', mode: 'report', include: ['order_id'], search, statistic: sums, limit: [0, 0] }] }
    const pair = await compare(
      40,
      () => wire.call('Reference', 'getData', query),
      async () => {
        await client.query(`begin; select set_config('tiffin.company', '${wire.company}', true)`)
        await client.query(
          `select count(*), ${sums.map((name) => `sum(${name})`).join(', ')} from "order"
           where company = $1 and "delete" = 0 and time_create between $2 and $3`,
          [wire.company, from, to],
        )
        await client.query('commit')
      },
      days === 30 ? CALLS_BEFORE : 5,
    )
    figures.push(
      { what: `sums of ${days} days of orders, p50`, value: pair.a, unit: 'ms', note: `raw SQL: ${pair.b.toFixed(1)} ms` },
      { what: `sums of ${days} days against the raw SQL`, value: pair.ratio, unit: 'x', budget: 1.2 },
    )
  }
  return figures
}

/** Runs work against a server with the million orders. */
async function onMillion(work: (wire: Wire, setting: Setting, appUrl: string) => Promise<Figure[]>): Promise<Figure[]> {
  const urls = await millionOrders()
  const server = await startServe(urls)
  try {
    const wire = await signIn(server.url, 'owner')
    const setting = await settingOf(wire)
    for (let call = 0; call < CALLS_BEFORE; call += 1) await settingOf(wire)
    return await work(wire, setting, urls.app)
  } finally {
    await server.stop()
  }
}

export const listPage: Bench = { name: 'list', run: () => onMillion(pages) }

export const listSums: Bench = {
  name: 'sums',
  run: () => onMillion((wire, setting, appUrl) => withClient(appUrl, (client) => totals(wire, client, setting))),
}
