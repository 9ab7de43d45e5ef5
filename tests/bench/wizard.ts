import { customerQuery } from '@tiffin/core/new-order'
import { price, type PriceContext, type PricedOrder } from '@tiffin/core/rules'
import type { Bench, Figure } from './bench.ts'
import { CUSTOMERS, manyCustomers } from './customers.ts'
import { median, percentile, sample } from './measure.ts'
import { startServe } from './stage.ts'
import { signIn, type Wire } from './wire.ts'

/** A new server takes several times as long for a call as one whose code has been compiled by use. */
const CALLS_BEFORE = 100
const germany = { phone_code: '49' }
const number = CUSTOMERS.toLocaleString('en')

/** Texts that staff type while a customer speaks: from half of all customers to a single one. */
const typed = (whole: string): readonly (readonly [what: string, text: string])[] => [
  ['two letters', 'an'],
  ['a first name', 'anna'],
  ['a surname', 'Hoffmann'],
  ['a whole name', 'Anna Hoffmann'],
  ['a name that nobody has', 'Xaver Quast'],
  ['three digits', '151'],
  ['the last four digits', '4711'],
  ['a whole phone', whole],
  ['a name and a phone', `Anna ${whole}`],
]

async function search(wire: Wire): Promise<Figure[]> {
  const all: number[] = []
  const figures: Figure[] = []
  const { data } = await wire.call('Reference', 'getData', { tables: [{ table: 'user', include: ['phone'], limit: [5000, 1] }] })
  const phone = String(data['user']?.data[0]?.['phone']).replace(/^49/, '0')
  for (const [what, text] of typed(phone)) {
    const query = customerQuery(text, germany)
    let found = 0
    const call = async () => {
      const answer = await wire.call('Reference', 'getData', { tables: [query] })
      found = answer.data['user']?.data.length ?? 0
    }
    const samples = await sample(20, call, CALLS_BEFORE / 5)
    all.push(...samples)
    const note = `${found} read`
    figures.push({ what: `customer by ${what}, of ${number}, p50`, value: median(samples), unit: 'ms', budget: 100, note })
  }
  return [...figures, { what: `customer of ${number}: all of these, p50`, value: median(all), unit: 'ms', budget: 100 }]
}

const LINES = 50
const order: PricedOrder = {
  type: 1,
  cart: Array.from({ length: LINES }, (_, at) => ({
    name: `Dish ${at}`,
    qty: 1 + (at % 4),
    price: `${5 + at}.95`,
    discount: at % 5 === 0 ? '1.10' : '0.00',
    addons: ['Cheese', 'Olives', 'Sauce'].map((name) => ({ name, qty: 1, price: '0.80' })),
  })),
  bonus: '3.00',
  tips_percent: 10,
  destination_coordinates: [52.53, 13.41],
  promocode: 'SPRING',
  promocode_type: 2,
  promocode_discount: 15,
}
const context: PriceContext = {
  merchant: { address: { coords: [52.52, 13.4] }, delivery: [{ from_km: 0, to_km: 50, price: 2, per_km: 0.5 }] },
  company: { fee: '0.50', distance_model: 'haversine' },
  payType: { commission_percent: 2.5, commission_fixed: '0.25' },
}

/** The search of a customer and the price of a large cart, as the new-order wizard asks for them. */
export const wizard: Bench = {
  name: 'wizard',
  async run() {
    const server = await startServe(await manyCustomers())
    try {
      const wire = await signIn(server.url, 'owner')
      const prices = await sample(500, () => Promise.resolve(price(order, context)), CALLS_BEFORE)
      return [
        ...(await search(wire)),
        { what: `price of a cart of ${LINES} lines, p95`, value: percentile(prices, 0.95), unit: 'ms', budget: 5 },
      ]
    } finally {
      await server.stop()
    }
  },
}
