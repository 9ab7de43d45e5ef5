import type { Actor } from '@tiffin/core/rules'
import { entities, type Entity, type EntityName, type Field } from '@tiffin/sdk/contract'
import { columns, companyColumn, isDerived, quote, tables } from '#db/columns'
import type { TestDatabase } from './test-database.ts'

type Owner = Pick<TestDatabase, 'asOwner'>
type Values = Record<string, unknown>

/** Inserts a row bypassing all rules; omitted fields get the smallest value that the table accepts. Returns the key. */
export async function insertRow(db: Owner, name: EntityName, values: Values): Promise<number> {
  const entity: Entity = entities[name]
  const row = { ...sample(entity), ...values }
  const names = Object.keys(row).filter((field) => !isDerived(entity, field))
  const list = names.map(quote).join(', ')
  const types = names.map((field) => `${quote(field)} ${columns[(entity.fields[field] as Field).kind].type}`).join(', ')
  const [made] = await db.asOwner<{ key: number }>(
    `insert into ${quote(name)} (${list}) select ${list} from jsonb_to_recordset($1::jsonb) as r(${types}) returning ${quote(entity.key)} as key`,
    [JSON.stringify([row])],
  )
  return made?.key ?? 0
}

/** Values of the columns that allow no NULL and have no default. */
function sample(entity: Entity): Values {
  const wanted = Object.entries(entity.fields).filter(([name, field]) => {
    const bare =
      field.initial === undefined ||
      (typeof field.initial === 'object' && field.initial !== null && 'computed' in field.initial && field.kind !== 'money')
    return (
      !field.nullable &&
      (bare || field.required === true) &&
      field.kind !== 'id' &&
      field.nullValue === undefined &&
      !isDerived(entity, name)
    )
  })
  return Object.fromEntries(wanted.map(([name, field]) => [name, sampleValue(field)]))
}

let counter = 100

function sampleValue(field: Field): unknown {
  counter += 1
  switch (field.kind) {
    case 'text':
    case 'secret':
      return `x${counter}`
    case 'phone':
      return `7000000${counter}`
    case 'multilang':
      return { en: `x${counter}` }
    case 'date':
      return '2026-01-01'
    case 'moment':
      return '2026-01-01T00:00:00.000Z'
    case 'uuid':
      return `00000000-0000-4000-8000-${String(counter).padStart(12, '0')}`
    case 'int':
      return counter
    case 'referenceList':
      return [1]
    case 'word':
    case 'choice':
      return field.values?.[0]
    default:
      return 1
  }
}

/**
 * Inserts a row of one company into every company table, with all rows it must refer to; `keys` has existing ones
 * and receives the others.
 */
export async function fillCompany(db: TestDatabase, keys: Map<string, number>, admin: number): Promise<void> {
  async function rowOf(entity: Entity): Promise<number> {
    const known = keys.get(entity.name)
    if (known !== undefined) return known
    const values: Values = {}
    for (const [name, field] of Object.entries(entity.fields)) {
      if (field.kind !== 'reference' || field.nullable || field.nullValue !== undefined) continue
      const target: Entity | undefined = (entities as Record<string, Entity>)[field.to ?? '']
      if (target && companyColumn(target) !== null) values[name] = await rowOf(target)
      else if (field.to === 'admin') values[name] = admin
    }
    const key = await insertRow(db, entity.name as EntityName, values)
    keys.set(entity.name, key)
    return key
  }
  for (const entity of tables()) if (companyColumn(entity) !== null) await rowOf(entity)
}

export interface World {
  platform: number
  ownerA: number
  operatorA: number
  ownerB: number
  a: number
  b: number
  /** Merchants of A; the operator edits the first, views the second on the board, and can't see the third. */
  merchants: [number, number, number]
  merchantB: number
  userA: number
  userB: number
  courierA: number
  /** Statuses of A by number. */
  statuses: Record<number, number>
  statusB: number
  payType: number
}

const STATUSES = [
  { status: 1, value: { en: 'Pre-order' }, reservation: 1, merchant: 2 },
  { status: 2, value: { en: 'New' }, created: 1, merchant: 2 },
  { status: 3, value: { en: 'Accepted' }, print: 1, merchant: 2 },
  { status: 5, value: { en: 'Ready' }, ready: 1, merchant: 2 },
  { status: 8, value: { en: 'Delivered' }, done: 1, merchant: 2 },
  { status: 9, value: { en: 'Closed' }, done: 1, merchant: 1 },
  { status: 0, value: { en: 'Cancelled' }, merchant: 0 },
]

/** Tests take orders at any hour. */
const alwaysOpen = [1, 2, 3, 4, 5, 6, 0].map((day) => ({ name: `Day ${day}`, day, work: 1, periods: [] }))

/** The options of every new company. */
const newCompany = { allow_courier_app: 1, allow_report: 1 } as const

/** Two companies with users, merchants, statuses and customers; tests act in company A. */
export async function seedWorld(db: Owner): Promise<World> {
  for (const entity of tables()) if (isLookup(entity)) await seedLookup(db, entity)
  await insertRow(db, 'country', {
    country_id: 1,
    alpha2: 'DE',
    currency_symbol: '€',
    currency_code: 'EUR',
    name: { en: 'Germany' },
  })
  for (const [id, code] of ['en', 'ru', 'de'].entries())
    await insertRow(db, 'global_lang', { global_lang_id: id + 1, code, name: code })
  const platform = await insertRow(db, 'admin', { login: 'platform', name: 'Petra', role: 1 })
  const ownerA = await insertRow(db, 'admin', { login: 'owner', name: 'Olga', surname: 'Ames', phone: '4915112345' })
  const operatorA = await insertRow(db, 'admin', { login: 'operator', name: 'Otto' })
  const ownerB = await insertRow(db, 'admin', { login: 'owner-b', name: 'Bruno' })
  const company = (name: string, owner: number, more: Values = {}) =>
    insertRow(db, 'company', { ...newCompany, name: { en: name }, creator: owner, owner_id: owner, country: 1, ...more })
  const a = await company('Alpha', ownerA, { fee: '1.50', timezone: 'Europe/Berlin' })
  const b = await company('Beta', ownerB)
  const member = (of: number, admin: number, role: number) =>
    insertRow(db, 'membership', { company: of, admin, company_role: role })
  await member(a, ownerA, 1)
  await member(a, operatorA, 2)
  await member(b, ownerB, 1)
  await insertRow(db, 'merchant_type', { company: a, type: { en: 'Kitchen' } })
  const merchant = (name: string, level?: number) =>
    insertRow(db, 'merchant', {
      company: a,
      name: { en: name },
      work_time: alwaysOpen,
      access: level === undefined ? [] : [{ user: operatorA, access: [0, level, 1, 2] }],
    })
  const merchants: World['merchants'] = [await merchant('Pizzeria', 2), await merchant('Sushi', 1), await merchant('Hidden')]
  const merchantB = await insertRow(db, 'merchant', { company: b, name: { en: 'Foreign' }, work_time: alwaysOpen })
  const userA = await insertRow(db, 'user', { company: a, name: 'Anna', phone: '49301234567' })
  const userB = await insertRow(db, 'user', { company: b, name: 'Boris', phone: '49307654321' })
  const courierA = await insertRow(db, 'courier', { company: a, name: 'Carl', phone: '49170000000' })
  const statuses: World['statuses'] = {}
  for (const row of STATUSES) statuses[row.status] = await insertRow(db, 'order_status', { company: a, ...row })
  await db.asOwner(
    `update order_status s set transfer = (select jsonb_agg(o.order_status_id order by o.order_status_id) from order_status o
      where o.company = s.company and o.order_status_id <> s.order_status_id and o.status <> 9) where s.company = $1 and s.status <> 9`,
    [a],
  )
  const statusB = await insertRow(db, 'order_status', { company: b, status: 2, value: { en: 'New' }, created: 1, merchant: 2 })
  const payType = await insertRow(db, 'pay_type', { company: a, name: { en: 'Cash' }, admin: 2 })
  return { platform, ownerA, operatorA, ownerB, a, b, merchants, merchantB, userA, userB, courierA, statuses, statusB, payType }
}

const isLookup = (entity: Entity): boolean =>
  entity.scope === 'global' &&
  Object.values(entity.fields).every((field) => field.kind !== 'reference' && field.kind !== 'secret') &&
  entity.fields[entity.key]?.kind === 'id' &&
  !['country', 'global_lang', 'dictionary', 'outbox', 'subscribe_period', 'tariff'].includes(entity.name)

async function seedLookup(db: Owner, entity: Entity): Promise<void> {
  // The three access levels have fixed numbers.
  if (entity.name === 'access') for (const id of [0, 1, 2]) await insertRow(db, 'access', { access_id: id, access: id })
  else for (const id of [0, 1, 2, 3, 4, 5, 6]) await insertRow(db, entity.name as EntityName, { [entity.key]: id })
}

const nobody = { company_role: null, merchants: new Map<number, readonly number[]>(), dictionary_edit: [] } as const

/** The users of the test world as actors for the rules. */
export const actorsOf = (world: World) => {
  const { a, b, merchants } = world
  const access = new Map<number, readonly number[]>([
    [merchants[0], [0, 2, 1, 2]],
    [merchants[1], [0, 1, 1, 2]],
  ])
  return {
    platform: { ...nobody, admin_id: world.platform, role: 1, company: null },
    platformInA: { ...nobody, admin_id: world.platform, role: 1, company: a },
    ownerA: { ...nobody, admin_id: world.ownerA, role: 2, company: a, company_role: 1 },
    operatorA: { ...nobody, admin_id: world.operatorA, role: 2, company: a, company_role: 2, merchants: access },
    ownerB: { ...nobody, admin_id: world.ownerB, role: 2, company: b, company_role: 1 },
  } satisfies Record<string, Actor>
}

/** An order of company A in its status "New". */
export const insertOrder = (db: TestDatabase, world: World, values: Values = {}): Promise<number> =>
  insertRow(db, 'order', {
    company: world.a,
    user: world.userA,
    merchant: world.merchants[0],
    order_status: world.statuses[2],
    time_create: '2026-11-20T10:00:00.000Z',
    time_finish: '2026-11-20T11:00:00.000Z',
    last_time: '2026-11-20T10:00:00.000Z',
    admin: world.ownerA,
    ...values,
  })
