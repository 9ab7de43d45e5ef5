import { addDays, companyToday, periodBounds } from '@tiffin/core/rules'
import type { Bench, Figure } from './bench.ts'
import { withClient } from './database.ts'
import { median, sample, timed } from './measure.ts'
import { millionInMonth } from './million.ts'
import { startServe } from './stage.ts'
import { signIn, type Wire } from './wire.ts'

const include = (
  'order_id user type merchant destination_address cost discount bonus promocode_amount total promocode paid order_status ' +
  'time_create last_time time_finish time_delivery courier pay_type'
).split(' ')
const DAYS = 31
/** A new server takes several times as long for a call as one whose code has been compiled by use. */
const CALLS_BEFORE = 100

async function measure(wire: Wire, timezone: string): Promise<Figure[]> {
  const newest = [{ field: 'time_finish', dir: 'desc' }]
  const { data } = await wire.call('Reference', 'getData', {
    tables: [{ table: 'order', include: ['time_finish'], order: newest, limit: [1000, 1] }],
  })
  const to = companyToday(Date.parse(String(data['order']?.data[0]?.['time_finish'])), timezone)
  const period = { from: addDays(to, 1 - DAYS), to }
  const search = [{ key: 'time_finish', op: 'between', prm: periodBounds(period, timezone) }]
  const statistic = ['discount', 'bonus', 'promocode_amount', 'total']
  const join = ['user', 'type', 'merchant', 'order_status', 'courier', 'pay_type']
  const list = { table: 'order', mode: 'report', include, join, search, order: newest, statistic }
  const page = (limit: [number, number]) => () => wire.call('Reference', 'getData', { tables: [{ ...list, limit }] })
  const read = (asked: object) => () => wire.call('Report', 'read', { report: 'orders', period, ...asked })
  const calls: [what: string, call: () => Promise<unknown>, budget?: number][] = [
    ['page of 15 of the report, with count and sums', page([0, 15]), 25],
    ['sums of the report', page([0, 0]), 50],
    ['figures by day', read({}), 50],
    ['figures by merchant, with the month before', read({ report: 'merchants', compare: true }), 50],
    ['figures by hour, which read the orders', read({ by: 'hour' })],
  ]
  const found = (await page([0, 0])()).data['order']?.count ?? 0
  const figures: Figure[] = []
  for (const [what, call, budget] of calls) {
    const samples = await sample(40, call, budget === undefined ? 3 : CALLS_BEFORE)
    figures.push({ what: `${what}, p50`, value: median(samples), unit: 'ms', note: `${found} orders in ${DAYS} days`, ...(budget === undefined ? {} : { budget }) }) // prettier-ignore
  }
  return figures
}

/** The orders report over 1,000,000 orders of a month (AMB-216). */
export const orderReport: Bench = {
  name: 'report',
  async run() {
    const urls = await millionInMonth()
    const server = await startServe(urls)
    try {
      const wire = await signIn(server.url, 'owner')
      const { building, timezone } = await withClient(urls.owner, async (owner) => ({
        building: await timed(() => owner.query('select build_order_days($1)', [wire.company])),
        timezone: String(
          (await owner.query<{ timezone: string }>('select timezone from order_day_build where company = $1', [wire.company]))
            .rows[0]?.timezone,
        ),
      }))
      return [...(await measure(wire, timezone)), { what: 'building the sums of the company', value: building, unit: 'ms' }]
    } finally {
      await server.stop()
    }
  },
}
