import { storedNames } from './sample-value.ts'
import type { Actor, AnyRow } from '@tiffin/core/rules'
import { companyOptions, type Entity, entities, type EntityName, entityNames } from '@tiffin/sdk/contract'
import { type Answer, insertRow, startTestServer, type TestServer } from '@tiffin/server/test'
import {
  chosenNavigation,
  merchants,
  type MerchantName,
  oneTabAccess,
  operatorAccess,
  type Person,
  persons,
  viewerAccess,
} from '../../fixtures/permissions.ts'

export const registry: Record<string, Entity> = entities
type Values = Record<string, unknown>

/** A row that exists before any call; `label` is its name in the permission table. */
export interface Sample {
  entity: Entity
  key: number | string
  /** Null for rows of the platform. */
  company: number | null
  label: MerchantName | 'row'
  row: AnyRow
}

export interface Stage {
  server: TestServer
  actors: Record<Person, Actor>
  samples: Sample[]
  /** Values that must never appear in a response. */
  secrets: string[]
  call(person: Person, api: string, method: string, data: unknown, key?: string): Promise<Answer>
  get(person: Person, tables: Values[]): Promise<Answer>
  save(person: Person, tables: Values[]): Promise<Answer>
  remove(person: Person, tables: Values[]): Promise<Answer>
  /** The row as stored in the database, bypassing all rules. */
  stored(entity: Entity, key: number | string): Promise<Values | undefined>
  /** Restores the row to its initial state. */
  restore(sample: Sample): Promise<void>
  /** Number of rows in the table, bypassing all rules. */
  count(entity: Entity): Promise<number>
  /** Inserts another row with all required references. */
  insert(name: EntityName, company: number | null, values?: Values): Promise<number | string>
  /** A row of this entity that a row of the company may refer to, other than `but`. */
  referable(name: string, company: number | null, but?: unknown): number
}

/** Values of platform rows whose smallest accepted values would be meaningless. */
const globals: Partial<Record<EntityName, Values>> = {
  dictionary: { application: 'admin', texts: { en: 'Hello', de: 'Hallo' } },
  global_lang: { code: 'fr' },
}

const quote = (name: string): string => `"${name}"`
const isTable = (entity: Entity): boolean => entity.storage === 'table'
/** Text contained in every secret of the stage. */
export const PLANTED_SECRET = 'planted-secret'

/** Two companies, their users, and at least one row of every table in each company. */
export async function createStage(): Promise<Stage> {
  const server = await startTestServer()
  const { world, database } = server
  const { a, b } = world
  const secrets: string[] = []
  const samples: Sample[] = []

  const person = async (login: string, company: number, role: number): Promise<number> => {
    const id = await insertRow(database, 'admin', { login, name: login })
    await database.asOwner(
      'update admin set password = (select password from admin where login = $1), company = $2 where login = $3',
      ['owner', company, login],
    )
    await insertRow(database, 'membership', { company, admin: id, company_role: role })
    return id
  }
  const viewer = await person('viewer', a, 2)
  const noEntry = await person('noentry', a, 2)
  const oneTab = await person('onetab', a, 2)
  const chosen = await person('chosen', a, 2)
  await database.asOwner('update membership set navigation = $1 where admin = $2', [JSON.stringify(chosenNavigation), chosen])
  await person('colleague', a, 2)
  await person('stranger', b, 2)
  const ids: Record<MerchantName, number> = { M1: world.merchants[0], M2: world.merchants[1], M3: world.merchants[2] }
  for (const name of merchants) {
    const list = [
      { user: world.operatorA, access: operatorAccess[name] },
      { user: viewer, access: viewerAccess[name] },
      { user: oneTab, access: oneTabAccess[name] },
      { user: chosen, access: operatorAccess[name] },
    ]
    await database.asOwner('update merchant set access = $1 where merchant_id = $2', [
      JSON.stringify(list.filter(({ access }) => access.length > 0)),
      ids[name],
    ])
  }
  await database.asOwner(`update company set ${companyOptions.map((name) => `${name} = 1`).join(', ')}`)
  // Lookups were inserted with fixed keys; new rows get later ones.
  for (const entity of Object.values(registry).filter(isTable))
    if (entity.fields[entity.key]?.kind === 'id')
      await database.asOwner(
        `select setval(pg_get_serial_sequence($1, $2), greatest((select max(${quote(entity.key)}) from ${quote(entity.name)}), 1000))`,
        [quote(entity.name), entity.key],
      )

  const base: Actor = { admin_id: 0, role: 2, company: a, company_role: 2, merchants: new Map(), dictionary_edit: [] }
  const levels = (lists: Record<MerchantName, readonly number[]>) =>
    new Map(merchants.filter((name) => lists[name].length > 0).map((name) => [ids[name], lists[name]]))
  const actors: Record<Person, Actor> = {
    platform: { ...base, admin_id: world.platform, role: 1, company_role: null },
    owner: { ...base, admin_id: world.ownerA, company_role: 1 },
    operator: { ...base, admin_id: world.operatorA, merchants: levels(operatorAccess) },
    viewer: { ...base, admin_id: viewer, merchants: levels(viewerAccess) },
    ownerB: { ...base, admin_id: world.ownerB, company: b, company_role: 1 },
    noEntry: { ...base, admin_id: noEntry },
    oneTab: { ...base, admin_id: oneTab, merchants: levels(oneTabAccess) },
    chosen: { ...base, admin_id: chosen, merchants: levels(operatorAccess), navigation: chosenNavigation },
  }
  const logins: Record<Person, string> = {
    platform: 'platform',
    owner: 'owner',
    operator: 'operator',
    viewer: 'viewer',
    ownerB: 'owner-b',
    noEntry: 'noEntry',
    oneTab: 'oneTab',
    chosen: 'chosen',
  }
  const tokens = {} as Record<Person, string>
  for (const name of persons) tokens[name] = await server.signIn(logins[name])

  const referable = (name: string, company: number | null, but?: unknown): number => {
    if (name === 'company') return company ?? a
    if (name === 'admin') return company === b ? world.ownerB : world.ownerA
    const found = samples.filter(({ entity, company: own }) => entity.name === name && (own === null || own === company))
    return Number((found.find(({ key }) => key !== but) ?? found[0])?.key ?? 1)
  }
  const required = (entity: Entity, company: number | null): Values =>
    Object.fromEntries(
      Object.entries(entity.fields)
        .filter(
          ([, field]) => field.kind === 'reference' && !field.nullable && field.nullValue === undefined && field.derived !== true,
        )
        .filter(([, field]) => typeof field.initial !== 'number')
        .map(([name, field]) => [name, referable(field.to ?? '', company)]),
    )
  await database.asOwner(`insert into stored_picture (who, name, bytes) select 'platform', unnest($1::text[]), 1`, [storedNames])
  const insert: Stage['insert'] = (name, company, values = {}) => {
    const entity: Entity = entities[name]
    const planted = Object.fromEntries(
      Object.entries(entity.fields)
        .filter(([, field]) => field.kind === 'secret')
        .map(([field]) => [field, plant(name, field)]),
    )
    return insertRow(database, name, { ...required(entity, company), ...planted, ...values })
  }
  const plant = (table: string, field: string): string => {
    const value = `${PLANTED_SECRET}-${table}-${field}-${secrets.length}`
    secrets.push(value)
    return value
  }
  const stored: Stage['stored'] = async (entity, key) => {
    const [found] = await database.asOwner<{ row: Values }>(
      `select to_jsonb(t) as row from ${quote(entity.name)} t where t.${quote(entity.key)}::text = $1`,
      [String(key)],
    )
    return found?.row
  }

  async function addSample(name: EntityName): Promise<void> {
    const entity: Entity = entities[name]
    const merchantField = name === 'merchant' ? 'merchant_id' : entity.access.rows === 'ofMerchant' ? 'merchant' : null
    const rows = await database.asOwner<{ row: Record<string, unknown> }>(`select to_jsonb(t) as row from ${quote(name)} t`)
    for (const { row } of rows) {
      const company = entity.scope === 'company' ? Number(row[name === 'company' ? 'company_id' : 'company']) : null
      const label = merchants.find((other) => merchantField !== null && ids[other] === row[merchantField]) ?? 'row'
      samples.push({ entity, key: row[entity.key] as number, company, label, row })
    }
  }

  async function fill(name: EntityName): Promise<void> {
    const entity: Entity = entities[name]
    if (name === 'kanban_settings' || name === 'access_token')
      for (const { admin_id } of Object.values(actors)) await insertRow(database, name, { admin: admin_id })
    else if (entity.access.rows === 'ofMerchant')
      for (const merchant of [...Object.values(ids), world.merchantB]) {
        const company = merchant === world.merchantB ? b : a
        const status = company === a ? world.statuses[2] : world.statusB
        const user = company === a ? world.userA : world.userB
        const order = name === 'order' ? { order_status: status, user } : { order: orderOf.get(merchant) }
        const key = await insert(name, company, { merchant, ...order })
        if (name === 'order') orderOf.set(merchant, key)
      }
    else if (entity.scope === 'company' && name !== 'company' && name !== 'membership') {
      for (const company of [a, b]) {
        const more: Values = entity.fields['company'] ? { company } : {}
        await insert(name, company, name === 'order_status' ? { ...more, status: 7 } : more)
      }
    } else if (entity.scope === 'global' && name !== 'admin' && name !== 'access') await insert(name, null, globals[name] ?? {})
    await addSample(name)
  }
  const orderOf = new Map<number, unknown>()
  // A row is inserted after those that it refers to.
  const first: EntityName[] = [
    'country',
    'tariff',
    'subscribe_period',
    'pay_system',
    'company',
    'merchant',
    'user',
    'order_status',
    'pay_type',
    'courier',
    'order',
  ]
  for (const name of [...first, ...entityNames.filter((entityName) => !first.includes(entityName))])
    if (isTable(entities[name])) await fill(name)
  await plantInRows(server, plant)
  // On the wire, a key of 0 means a new row (API-15).
  samples.splice(0, samples.length, ...samples.filter(({ key }) => key !== 0))
  for (const sample of samples) sample.row = (await stored(sample.entity, sample.key)) ?? sample.row

  const call: Stage['call'] = (who, api, method, data, key) =>
    server.call(api, method, data, {
      token: tokens[who],
      company: actors[who].company ?? 0,
      ...(key === undefined ? {} : { key }),
    })
  return {
    server,
    actors,
    samples,
    secrets,
    call,
    get: (who, tables) => call(who, 'Reference', 'getData', { tables }),
    save: (who, tables) => call(who, 'Reference', 'saveData', { tables }),
    remove: (who, tables) => call(who, 'Reference', 'deleteData', { tables }),
    stored,
    async restore({ entity, key, row }) {
      const names = Object.keys(row)
        .filter((name) => name !== entity.key)
        .map(quote)
      await database.asOwner(
        `update ${quote(entity.name)} t set ${names.map((name) => `${name} = r.${name}`).join(', ')}
         from jsonb_populate_record(null::${quote(entity.name)}, $1) r where t.${quote(entity.key)}::text = $2`,
        [JSON.stringify(row), String(key)],
      )
      // Giving a user a role in a company creates a membership.
      const known = samples.filter((item) => item.entity.name === 'membership').map((entry) => entry.key)
      if (entity.name !== 'admin') return
      await database.asOwner('delete from membership where membership_id <> all($1)', [known])
      // Changing a password ends the sessions of the old one.
      const sessions = await database.asOwner('select from session where admin = $1', [key])
      for (const name of persons)
        if (actors[name].admin_id === key && sessions.length === 0) tokens[name] = await server.signIn(logins[name])
    },
    async count(entity) {
      const [row] = await database.asOwner<{ count: number }>(`select count(*)::int as count from ${quote(entity.name)}`)
      return row?.count ?? 0
    },
    insert,
    referable,
  }
}

/** Plants values in every unreadable column, to check that they appear nowhere. */
async function plantInRows(server: TestServer, plant: (table: string, field: string) => string): Promise<void> {
  for (const entity of Object.values(registry).filter(isTable))
    for (const [name, field] of Object.entries(entity.fields)) {
      if (field.read !== 'nobody' || (entity.name === 'admin' && name === 'password')) continue
      const value = plant(entity.name, name)
      const whole =
        field.kind === 'secret'
          ? value
          : name === 'settings'
            ? JSON.stringify({ openai_api_key: value })
            : JSON.stringify([{ key: value }])
      await server.database.asOwner(`update ${quote(entity.name)} set ${quote(name)} = $1`, [whole])
    }
}

/** Counts comparisons; a suite that shrinks by mistake falls below its minimum. */
export function createTally(what: string) {
  let combinations = 0
  return {
    add: (count = 1): void => void (combinations += count),
    print(): number {
      process.stdout.write(`${what}: ${combinations} combinations\n`)
      return combinations
    },
  }
}

/** Runs a job for each item, a few at a time. */
export async function each<T>(items: readonly T[], job: (item: T) => Promise<void>, width = 8): Promise<void> {
  const open = items.values()
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (const item of open) await job(item)
    }),
  )
}
