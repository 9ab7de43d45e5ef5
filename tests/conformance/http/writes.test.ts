import { can, hasOption, writableFields } from '@tiffin/core/rules'
import { type Entity, type EntityName, type Field, saveSchema } from '@tiffin/sdk/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fullRunOnly } from '../../fixtures/full.ts'
import { ownersWritable, permissions, type Person, persons, platformWritable } from '../../fixtures/permissions.ts'
import { sampleValue } from './sample-value.ts'
import { createTally, createStage, registry, type Sample, type Stage } from './stage.ts'

type Row = Record<string, unknown>
let stage: Stage
const tally = createTally('writes')
beforeAll(async () => {
  stage = await createStage()
})
afterAll(() => stage.server.stop())

const tables = Object.values(registry).filter((entity) => entity.storage === 'table')
const letters = { create: 'c', update: 'u', delete: 'd' } as const
type Write = keyof typeof letters
/** Codes allowed in errors for missing rights; an invisible row counts as missing. */
const refusals = ['forbidden', 'not_found', 'view_only', 'company_required', 'foreign_company']

/** Whether the hand-typed table allows it; undefined if it does not say. */
function byTable(entity: Entity, person: Person, action: Write, sample?: Sample): boolean | undefined {
  const allowed = permissions[entity.name]?.may[person]
  // The table describes rows of company A, where the owner of B is a stranger.
  const b = stage.actors.ownerB.company
  const ofB =
    entity.name === 'admin'
      ? sample && member(sample, b) !== undefined
      : entity.scope === 'company' && (!sample || sample.company === b)
  const atHome = person === 'ownerB' && ofB === true
  if (allowed === undefined || atHome) return undefined
  const own = sample && (sample.row['admin'] ?? sample.key) === stage.actors[person].admin_id
  const label = typeof allowed === 'string' || !sample ? '' : 'own' in allowed ? (own ? 'own' : 'others') : sample.label
  const text = typeof allowed === 'string' ? allowed : (allowed as Record<string, string>)[label]
  if (text === undefined) return undefined
  const at = text.indexOf(letters[action])
  return at < 0 ? false : text[at + 1] === '?' ? undefined : true
}

const member = (sample: Sample, company: number | null): unknown =>
  stage.samples.find((item) => item.entity.name === 'membership' && item.company === company && item.row['admin'] === sample.key)
    ?.row['company_role']

const asSeen = (sample: Sample, person: Person): Row =>
  sample.entity.name === 'admin'
    ? { ...sample.row, company_role: member(sample, stage.actors[person].company) ?? null }
    : sample.row

/** A value that the field accepts and that differs from the current one, if there is one. */
function another(field: Field, current: unknown, company: number | null): unknown {
  if (field.kind === 'reference') return stage.referable(field.to ?? '', company, current)
  if (field.kind === 'referenceList') return [stage.referable(field.to ?? '', company)]
  if (field.kind === 'phone') return '4930555'
  for (const turn of [0, 1, 2]) {
    const value = sampleValue(field.schema, turn)
    if (JSON.stringify(value) !== JSON.stringify(current)) return value
  }
  return current
}

const contact = { contact_phone: '4930555' }
const address = { coords: [1, 1], city: null, address: 'Mill Lane 1', radius: 1000 }
const special: Partial<Record<string, Record<string, unknown>>> = {
  admin: { password: 'Passw0rd-7!' },
  company: { contact },
  courier: { contact },
  merchant: { address, contact, access: [], delivery: [{ from_km: 0, to_km: 3, price: 2, per_km: 0 }] },
  banner: { date_start: '2020-01-01', date_finish: '2040-01-01' },
  promocode: { date_start: '2020-01-01', date_finish: '2040-01-01' },
  // Setting names are those of the payment system.
  pay_type: { pay_system_settings: [{}] },
}
function valueOf(entity: Entity, name: string, current: unknown, company: number | null): unknown {
  // English keeps its code, and the three access levels keep their numbers.
  if (entity.name === 'global_lang' && name === 'code') return current === 'en' ? current : newLanguage()
  if (entity.name === 'access' && name === 'access') return current
  return special[entity.name]?.[name] ?? another(entity.fields[name] as Field, current, company)
}

/** Selects the fields to try, if not all are tried with each row and user. */
let turn = 0

async function refusedUpdates(sample: Sample, person: Person): Promise<string[]> {
  const { entity, key } = sample
  const actor = stage.actors[person]
  const row = asSeen(sample, person)
  const rules = can(actor, 'update', entity, row).allowed && can(actor, 'read', entity, row).allowed
  const writable = rules ? writableFields(actor, entity, row) : new Set<string>()
  const wrong: string[] = []
  const before = JSON.stringify(await stage.stored(entity, key))
  const shut = Object.keys(entity.fields).filter((name) => !writable.has(name) && name !== entity.key && name !== 'revision')
  for (const name of fullRunOnly.all(shut, (turn += 1))) {
    const value = valueOf(entity, name, sample.row[name], actor.company)
    const answer = await stage.save(person, [{ table: entity.name, id: key, row: { [name]: value } }])
    const preview =
      (entity.name === 'order' || entity.name === 'payment') && entity.fields[name]?.readonly === true && answer.status === 'OK'
    const refused = answer.status === 'FAIL' && ['unknown_field', ...refusals].includes(answer.code ?? '')
    if (!refused && !preview) wrong.push(`${person} gets ${answer.http} ${answer.code ?? 'OK'} for ${entity.name}.${name}`)
    const closed = [
      ...(ownersWritable[entity.name] ?? []).filter(() => !['platform', 'owner'].includes(person)),
      ...(platformWritable[entity.name] ?? []).filter(() => person !== 'platform'),
    ]
    if (closed.includes(name) && !refused) wrong.push(`${person} writes ${entity.name}.${name}, the table says else`)
    tally.add()
  }
  const after = JSON.stringify(await stage.stored(entity, key))
  if (after !== before) wrong.push(`${person} has turned ${before} into ${after}`)
  return wrong
}

const ofHome = (sample: Sample, person: Person): boolean =>
  sample.company === null || sample.company === stage.actors[person].company

describe('changing rows', () => {
  it.each(tables.map((entity) => [entity.name, entity] as const))(
    'PERM-01 PERM-02 PERM-03 PERM-10: fields of %s closed to a person do not change',
    async (_name, entity) => {
      const wrong: string[] = []
      const samples = stage.samples.filter((sample) => sample.entity === entity).slice(0, 6)
      for (const person of persons) for (const sample of samples) wrong.push(...(await refusedUpdates(sample, person)))
      expect(wrong).toEqual([])
    },
    180_000,
  )

  it.each(tables.map((entity) => [entity.name, entity] as const))(
    'PERM-02 PERM-10 API-15 API-23: fields of %s open to a person change',
    async (_name, entity) => {
      const wrong: string[] = []
      for (const person of persons)
        for (const sample of stage.samples.filter((other) => other.entity === entity && ofHome(other, person)).slice(0, 6)) {
          const actor = stage.actors[person]
          const row = asSeen(sample, person)
          const may = can(actor, 'update', entity, row).allowed && can(actor, 'read', entity, row).allowed
          const table = byTable(entity, person, 'update', sample)
          const foreign = entity.name === 'admin' && row['company_role'] === null
          if (table !== undefined && table !== may && !foreign)
            wrong.push(`${person} ${may ? 'may' : 'may not'} change ${entity.name}, the table says else`)
          if (!may) continue
          for (const name of fullRunOnly.all([...writableFields(actor, entity, row)], (turn += 1)))
            wrong.push(...(await openUpdate(sample, person, name)))
        }
      expect(wrong).toEqual([])
    },
    180_000,
  )
})

/** Codes with which domain rules, rather than rights, may refuse a value; and fields that the server recomputes. */
const domain: Partial<Record<string, readonly string[]>> = {
  order: [
    'warned',
    'may_not_overrule',
    'transfer_refused',
    'column_locked',
    'promocode_unknown',
    'not_in_status',
    'order_printed',
    'delivery_not_offered',
    'reason_required',
    'handoff_required',
    'bad_reference',
    'invalid_value',
  ],
  order_status: ['forbidden', 'invalid_value', 'duplicate', 'required'],
  admin: ['invalid_value', 'forbidden', 'bad_reference', 'duplicate', 'last_owner', 'current_password_required'],
  membership: ['duplicate', 'forbidden', 'last_owner', 'route_not_allowed'],
  // Users have only their own (BOARD-52).
  kanban_settings: ['not_found'],
}
const recomputed: Partial<Record<string, readonly string[]>> = {
  order: ['cart', 'delivery', 'promocode', 'fee', 'tips', 'tips_percent', 'discount', 'bonus', 'accrual'],
  admin: ['password', 'company_role'],
}

async function openUpdate(sample: Sample, person: Person, name: string): Promise<string[]> {
  const { entity, key } = sample
  const field = entity.fields[name] as Field
  const before = await stage.stored(entity, key)
  const value = valueOf(entity, name, before?.[name], stage.actors[person].company)
  const answer = await stage.save(person, [{ table: entity.name, id: key, row: { [name]: value } }])
  tally.add()
  if (answer.status !== 'OK') {
    const elsewhere = entity.name === 'order' && name === 'merchant' && answer.code === 'forbidden'
    const known = elsewhere || domain[entity.name]?.includes(answer.code ?? '') === true
    return known && answer.http === 200
      ? []
      : [
          `${person} gets ${answer.http} ${answer.code} ${JSON.stringify(answer['params'])} for ${entity.name}.${name} = ${JSON.stringify(value)}`,
        ]
  }
  const after = await stage.stored(entity, key)
  await stage.restore(sample)
  if (field.kind === 'secret' || field.derived === true || field.read === 'nobody' || recomputed[entity.name]?.includes(name))
    return []
  return sameStored(field, after?.[name], value)
    ? []
    : [`${entity.name}.${name} is ${JSON.stringify(after?.[name])}, not ${JSON.stringify(value)}`]
}

function sameStored(field: Field, stored: unknown, sent: unknown): boolean {
  if (field.kind === 'moment') return Date.parse(String(stored)) === Date.parse(String(sent))
  if (field.kind === 'money') return Number(stored) === Number(sent)
  if (field.nullValue !== undefined && sent === field.nullValue) return stored === null
  const parsed = field.schema.parse(sent)
  return sorted(stored) === sorted(parsed)
}

const sorted = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([left], [right]) => (left < right ? -1 : 1)))
      : part,
  )

let languages = 0
/** A code that no language has yet. */
function newLanguage(): string {
  languages += 1
  return `q${String.fromCharCode(97 + Math.floor(languages / 26), 97 + (languages % 26))}`
}

/** The minimum that a new row needs. */
function minimal(entity: Entity, company: number | null, unique: string): Row {
  const row: Row = {}
  for (const name of Object.keys(saveSchema(entity).shape)) {
    const field = entity.fields[name] as Field
    if (field.required !== true || field.readonly === true || ['company', 'order_status'].includes(name)) continue
    row[name] = field.kind === 'text' ? unique : another(field, undefined, company)
  }
  if (entity.name === 'admin') Object.assign(row, { login: unique, password: 'Passw0rd-7!' })
  if (entity.name === 'mail_block') Object.assign(row, { address: `${unique}@example.com` })
  if (entity.name === 'country') Object.assign(row, { alpha2: unique.slice(-2) })
  if (entity.name === 'global_lang') Object.assign(row, { code: newLanguage() })
  if (entity.name === 'order') Object.assign(row, { merchant: stage.server.world.merchants[0], user: stage.server.world.userA })
  if (entity.name === 'membership') delete row['admin']
  if (entity.name === 'payment') Object.assign(row, { type: 1, bill: '20.00' })
  return row
}

describe('creating and deleting rows', () => {
  it.each(tables.map((entity) => [entity.name, entity] as const))(
    'PERM-01 PERM-02 PERM-03 API-20 API-23: rows of %s are created and deleted only by those who may',
    async (_name, entity) => {
      const wrong: string[] = []
      for (const [index, person] of persons.entries()) {
        const actor = stage.actors[person]
        const row = minimal(entity, actor.company, `new-${entity.name.slice(0, 3)}${index}${index}`)
        if (entity.name === 'membership') row['admin'] = stage.actors[person].admin_id
        if (entity.name === 'order' && person === 'ownerB')
          Object.assign(row, { merchant: stage.server.world.merchantB, user: stage.server.world.userB })
        const subject = { ...row, ...(entity.scope === 'company' && entity.fields['company'] ? { company: actor.company } : {}) }
        const may = can(actor, 'create', entity, entity.scope === 'admin' ? { admin: actor.admin_id } : subject).allowed
        const table = person === 'ownerB' || entity.access.rows !== undefined ? undefined : byTable(entity, person, 'create')
        if (table !== undefined && table !== may)
          wrong.push(`${person} ${may ? 'may' : 'may not'} make ${entity.name}, the table says else`)
        const before = await stage.count(entity)
        const answer = await stage.save(person, [{ table: entity.name, row }])
        tally.add()
        const made = await stage.count(entity)
        const taken = ['access', 'membership'].includes(entity.name) && answer.code === 'duplicate'
        if (may && answer.status !== 'OK' && !taken)
          wrong.push(`${person} gets ${answer.http} ${answer.code} ${JSON.stringify(answer['params'])} for a new ${entity.name}`)
        if (!may && !refusals.includes(answer.code ?? ''))
          wrong.push(`${person} gets ${answer.code ?? 'OK'} for a new ${entity.name}`)
        if (!may && made !== before) wrong.push(`${person} has made a ${entity.name}`)
        const given = (answer['data'] as Record<string, { data: Row }> | undefined)?.[entity.name]?.data
        if (answer.status === 'OK' && !given?.[entity.key]) wrong.push(`a new ${entity.name} comes without its key`)
        if (entity.scope === 'company' && given?.['company'] !== undefined && given['company'] !== actor.company)
          wrong.push(`${entity.name} is of another company`)
      }
      for (const person of persons) wrong.push(...(await deletions(entity, person)))
      expect(wrong).toEqual([])
    },
  )
})

async function deletions(entity: Entity, person: Person): Promise<string[]> {
  const wrong: string[] = []
  const actor = stage.actors[person]
  for (const sample of stage.samples.filter((other) => other.entity === entity).slice(0, 6)) {
    const row = asSeen(sample, person)
    const may =
      can(actor, 'delete', entity, row).allowed &&
      can(actor, 'read', entity, row).allowed &&
      (sample.company === null || sample.company === actor.company)
    const table = ofHome(sample, person) ? byTable(entity, person, 'delete', sample) : false
    if (table !== undefined && table !== may && row['company_role'] !== null)
      wrong.push(`${person} ${may ? 'may' : 'may not'} delete ${entity.name}, the table says else`)
    // Rows that other tests need are only tried by users who may not delete them.
    if (may) continue
    const before = JSON.stringify(await stage.stored(entity, sample.key))
    const answer = await stage.remove(person, [{ table: entity.name, id: sample.key }])
    if (![...refusals, 'invalid_value'].includes(answer.code ?? ''))
      wrong.push(`${person} gets ${answer.code ?? 'OK'} for deleting ${entity.name}`)
    if (JSON.stringify(await stage.stored(entity, sample.key)) !== before) wrong.push(`${person} has deleted ${entity.name}`)
    tally.add()
  }
  const company = entity.scope === 'company' ? actor.company : null
  const allowed = can(actor, 'delete', entity, { company, merchant: stage.server.world.merchants[0] }).allowed
  if (!allowed || !deletable(entity)) return wrong
  const key = await stage.insert(entity.name as EntityName, company, {
    ...(entity.fields['company'] && entity.scope === 'company' ? { company } : {}),
    ...(entity.name === 'order_status' ? { status: 40 + persons.indexOf(person) } : {}),
    ...(entity.name === 'access' ? { access: 40 + persons.indexOf(person) } : {}),
    ...(entity.name === 'dictionary' ? { application: 'x' } : {}),
    ...(entity.name === 'mail_block' ? { address: `${person}@example.com` } : {}),
  })
  const answer = await stage.remove(person, [{ table: entity.name, id: key }])
  if (answer.status !== 'OK') wrong.push(`${person} gets ${answer.http} ${answer.code} for deleting a new ${entity.name}`)
  const left = await stage.stored(entity, key)
  if (left && left['delete'] !== 1) wrong.push(`${entity.name} is still there`)
  tally.add()
  return wrong
}

/** Administrators leave a company by membership, which other tests need; board settings exist once per user. */
const deletable = (entity: Entity): boolean => !['admin', 'membership', 'kanban_settings'].includes(entity.name)

describe('option that the company does not have', () => {
  it('GATE-05 GATE-06 GATE-07 GATE-08 GATE-09: closes its tables to every write', async () => {
    const gated = tables.filter((entity) => entity.gate !== undefined && can(stage.actors.owner, 'create', entity).allowed)
    expect(gated.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['banner', 'courier', 'mailing', 'message', 'promocode']),
    )
    for (const entity of gated) {
      await stage.server.database.asOwner(`update company set ${entity.gate} = 0 where company_id = $1`, [stage.server.world.a])
      expect(hasOption({ [entity.gate as string]: 0 }, entity.gate as 'allow_chat').allowed).toBe(false)
      const before = await stage.count(entity)
      for (const person of ['owner', 'platform'] as const) {
        const answer = await stage.save(person, [{ table: entity.name, row: minimal(entity, stage.server.world.a, 'gated') }])
        expect(answer.code, `${person} ${entity.name}`).toBe('option_required')
        tally.add()
      }
      expect(await stage.count(entity)).toBe(before)
      await stage.server.database.asOwner(`update company set ${entity.gate} = 1 where company_id = $1`, [stage.server.world.a])
    }
  })
})

describe('completeness', () => {
  it('PERM-01 PERM-02 API-23: every case was compared', () => {
    expect(tally.print()).toBeGreaterThan(fullRunOnly.is ? 5000 : 1250)
  })
})
