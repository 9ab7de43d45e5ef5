import type { Client } from 'pg'
import { addDays } from '@tiffin/core/rules'
import { type Courier, entities, type Entity, type Merchant, type Promocode, type User } from '@tiffin/sdk/contract'
import { quote } from '#db/columns'
import { insertRows } from '#db/insert-rows'
import { advanceSequence } from '#db/platform'
import type { CompanyPlan } from './companies.ts'
import { copyRows } from './copy-rows.ts'
import type { Customer, SeededMerchant } from './seeded-company.ts'
import { menus, type MenuName } from './menus.ts'
import { person } from './people.ts'
import type { Random } from './random.ts'
import { home, near, phoneNumber } from './towns.ts'

const DAY = 86_400_000
const iso = (time: number): string => new Date(time).toISOString()

/** Where the rows of a company are written. */
export interface Place {
  client: Client
  random: Random
  plan: CompanyPlan
  company: number
  city: number
  now: number
  today: string
}

/** The next key of a table that only this transaction writes. */
export async function nextKey(client: Client, entity: Entity): Promise<number> {
  const { rows } = await client.query<{ key: number }>(
    `select coalesce(max(${quote(entity.key)}), 0)::int + 1 as key from ${quote(entity.name)}`,
  )
  return rows[0]?.key ?? 1
}

const delivery = [
  { from_km: 0, to_km: 3, price: 1.9, per_km: 0 },
  { from_km: 3, to_km: 8, price: 2.9, per_km: 0.4 },
  { from_km: 8, to_km: 80, price: 4.9, per_km: 0.25 },
]

export interface Access {
  /** By merchant, in the order of the plan. */
  of: (index: number) => Merchant['access']
}

export async function seedMerchants(place: Place, access: Access): Promise<SeededMerchant[]> {
  const { client, random, plan, company } = place
  const used = [...new Set(plan.merchants.map((merchant) => merchant.menu))]
  const firstCuisine = await nextKey(client, entities.cuisine)
  const cuisines = new Map<MenuName, number>(used.map((menu, index) => [menu, firstCuisine + index]))
  await insertRows(
    client,
    entities.cuisine,
    used.map((menu, index) => ({ cuisine_id: cuisines.get(menu), company, name: menus[menu].cuisine, order: index + 1 })),
  )
  await advanceSequence(client, entities.cuisine)
  await insertRows(client, entities.merchant_type, [
    { company, type: { en: 'Cafés', ru: 'Кафе', ar: 'مقاهٍ' }, color: '#FFFFFF', order: 2 },
  ])
  const types = await client.query<{ merchant_type_id: number; name: string }>(
    `select merchant_type_id, type->>'en' as name from merchant_type where company = $1`,
    [company],
  )
  const currency = await client.query<{ currency: object }>(
    `select jsonb_build_object('symbol', currency_symbol, 'code', currency_code, 'name', currency_name, 'rate', currency_rate) as currency
     from country k join company c on c.country = k.country_id where c.company_id = $1`,
    [company],
  )
  const first = await nextKey(client, entities.merchant)
  const rows = plan.merchants.map((merchant, index) => {
    const district = plan.town.districts[index % plan.town.districts.length] as (typeof plan.town.districts)[number]
    const address = home(random, plan.town, place.city, district)
    return {
      merchant_id: first + index,
      company,
      name: merchant.name,
      description: { en: `${menus[merchant.menu].cuisine['en']} in ${district.name}` },
      type: types.rows.find((type) => type.name === merchant.category)?.merchant_type_id ?? null,
      address: { ...address, coords: near(random, district.centre, 0.8), info: {} },
      cuisine: [cuisines.get(merchant.menu)],
      order: index + 1,
      currency: currency.rows[0]?.currency ?? {},
      delivery,
      cutlery: 1,
      cooking_time: merchant.cooking,
      min_order_cost: '8.00',
      token: crypto.randomUUID(),
      contact: { contact_phone: phoneNumber(random, plan.town), contact_name: person(random, plan.town.lang).name },
      access: access.of(index),
    }
  })
  await insertRows(client, entities.merchant, rows)
  await advanceSequence(client, entities.merchant)
  return rows.map((row, index) => {
    const { menu, popular } = plan.merchants[index] as CompanyPlan['merchants'][number]
    return { ...row, dishes: menus[menu].dishes, popular }
  })
}

export async function seedCustomers(place: Place): Promise<Customer[]> {
  const { client, random, plan, company, now } = place
  const first = await nextKey(client, entities.user)
  // A third of the customers came after the first order.
  const since = Array.from({ length: plan.customers }, (_, index) =>
    index < 5 || random.chance(0.67)
      ? now - (plan.days + random.between(1, 500)) * DAY
      : now - random.between(plan.ended, plan.days) * DAY,
  ).toSorted((a, b) => a - b)
  const people = since.map((time, index) => {
    const district = random.pick(plan.town.districts)
    return {
      user_id: first + index,
      since: time,
      ...person(random, plan.town.lang),
      home: home(random, plan.town, place.city, district),
    }
  })
  const rows = people.map(({ user_id, since: timestamp, name, lang }, index): Partial<User> => ({
    user_id,
    company,
    status: random.chance(0.01) ? 0 : 1,
    phone: phoneNumber(random, plan.town),
    name,
    // Without chance, so that the other rows stay the same. Mail to example.com is never delivered.
    email: index % 3 === 0 ? '' : `customer${user_id}@example.com`,
    mail_consent: index % 3 === 1 ? 1 : 0,
    push_consent: index % 5 === 0 ? 1 : 0,
    comment: random.chance(0.03) ? random.pick(['Regular, likes a chat', 'Allergic to nuts', 'Pays with large notes']) : '',
    bonus_score: `${random.chance(0.4) ? random.int(1, 40) : 0}.00`,
    lang,
    platform: random.pick(['ios', 'android', 'web']),
    ver: '4.2.1',
    active: iso(Math.min(now, timestamp + random.between(0, 60) * DAY)),
    create: iso(timestamp),
  }))
  await copyRows(client, entities.user, Object.keys(rows[0] ?? {}), rows)
  await advanceSequence(client, entities.user)
  return people
}

export async function seedCouriers(place: Place): Promise<number[]> {
  const { client, random, plan, company, now } = place
  const first = await nextKey(client, entities.courier)
  const rows = Array.from({ length: plan.couriers }, (_, index): Partial<Courier> => {
    const off = random.chance(0.3)
    return {
      courier_id: first + index,
      company,
      courier_status: index === plan.couriers - 1 && index > 0 ? 3 : 1,
      working: off ? 2 : 1,
      name: person(random, plan.town.lang).name,
      phone: phoneNumber(random, plan.town),
      lang: plan.town.lang,
      platform: random.pick(['ios', 'android']),
      ver: '2.9.0',
      coords: near(random, random.pick(plan.town.districts).centre, 3),
      coords_refresh: iso(now - random.between(0, off ? 9 * 60 : 2) * 60_000),
      create: iso(now - (plan.days + random.between(1, 300)) * DAY),
    }
  })
  await copyRows(client, entities.courier, Object.keys(rows[0] ?? {}), rows)
  await advanceSequence(client, entities.courier)
  // Blocked couriers deliver nothing.
  return rows.filter((row) => row.courier_status === 1).map((row) => row.courier_id as number)
}

/** Payment types other than cash; online payment only if the tariff includes it. */
export async function seedPayTypes({ client, company }: Place): Promise<void> {
  await insertRows(client, entities.pay_type, [
    { company, name: { en: 'Card to the courier', ru: 'Картой курьеру', ar: 'بطاقة للسائق' }, admin: 2, app: 2, order: 2 },
    {
      company,
      name: { en: 'Card online', ru: 'Картой на сайте', ar: 'بطاقة عبر الإنترنت' },
      admin: 1,
      app: 2,
      online: 1,
      order: 3,
      commission_percent: 1.5,
    },
  ])
}

/** Codes that are valid, expired or in the future. */
export async function seedPromocodes(
  { client, company, plan, today }: Place,
  merchants: readonly SeededMerchant[],
  creator: number,
): Promise<Promocode[]> {
  const few = merchants.slice(4, 8).map((merchant) => merchant.merchant_id)
  const code = (name: string, more: Partial<Promocode>) => ({
    company,
    code: name,
    type: 2,
    creator,
    discount_type: 2,
    discount: 10,
    use: 100_000,
    date_start: addDays(today, -plan.days - 30),
    date_finish: addDays(today, 60),
    merchant: [] as number[],
    comment: {},
    ...more,
  })
  const rows = [
    code('HELLO', { type: 1, use: 1, discount: 15, comment: { en: 'First order' } }),
    code('SAFFRON10', {}),
    code('LUNCH3', { discount_type: 1, discount: 3 }),
    code('NEARBY', { discount: 20, merchant: few.length > 0 ? few : merchants.slice(0, 1).map((item) => item.merchant_id) }),
    code('HARVEST', { discount: 12, date_finish: addDays(today, -30), comment: { en: 'Over' } }),
    code('SOON5', { discount_type: 1, discount: 5, date_start: addDays(today, 14), comment: { en: 'Yet to come' } }),
  ]
  await insertRows(client, entities.promocode, rows)
  return rows as unknown as Promocode[]
}
