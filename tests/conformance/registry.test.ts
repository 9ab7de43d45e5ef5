import {
  calls,
  chatClientFrameSchema,
  type Entity,
  entities,
  type Field,
  type FieldKind,
  companyLimits,
  companyOptions,
  saveSchema,
  sessionCompanySchema,
  sessionUserSchema,
} from '@tiffin/sdk/contract'
import { describe, expect, it } from 'vitest'
import { expectedTables, servedTables } from '../fixtures/entities.ts'
import { limits, optionFlags } from '../fixtures/entities/companies.ts'
import { addressInfo, cartItem, orderJoins } from '../fixtures/entities/orders.ts'
import { chatListRow } from '../fixtures/entities/marketing.ts'
import { sessionCompany, sessionUser } from '../fixtures/entities/people.ts'
import type { DefaultWord, ExpectedField, TypeWord } from '../fixtures/expectation.ts'
import { platformWritable } from '../fixtures/permissions.ts'

const registry: Partial<Record<string, Entity>> = entities

type PlainWord = Exclude<TypeWord, `FK ${string}` | `list of FK ${string}` | 'not shown'>

/** Kinds of field that may represent this word of the spec. */
const kindsOf: Record<PlainWord, readonly FieldKind[]> = {
  int: ['int', 'id', 'choice', 'reference'],
  number: ['number', 'int'],
  string: ['text', 'word', 'url', 'email', 'phone', 'secret'],
  text: ['text'],
  label: ['text', 'multilang'],
  digits: ['phone'],
  link: ['url'],
  email: ['email'],
  secret: ['secret'],
  money: ['money'],
  'flag 0/1': ['flag', 'choice'],
  'flag 1/2': ['choice'],
  flag: ['flag', 'choice'],
  multilang: ['multilang'],
  'texts by language': ['multilang', 'json'],
  datetime: ['moment'],
  date: ['date'],
  json: ['json', 'secret'],
  files: ['files'],
  audio: ['audio'],
  image: ['image'],
  'string or image': ['text', 'image'],
  'string or list': ['text', 'json'],
  'string or FK': ['text', 'reference'],
  'text or json': ['text', 'json'],
  'int or string': ['int', 'number', 'text', 'reference'],
  'flag or mode': ['flag', 'choice', 'int', 'text', 'word'],
  uuid: ['uuid', 'secret'],
  coords: ['coords'],
  'coords or json': ['coords', 'json'],
  colour: ['color'],
}

const computedOf: Record<DefaultWord, string> = {
  now: 'now',
  today: 'today',
  'one month later': 'monthLater',
  'signed-in admin': 'actor',
  new: 'uuid',
  'own company': 'company',
  'company.fee': 'companyFee',
  'next number': 'next',
}

const show = (value: unknown): string => JSON.stringify(value) ?? 'nothing'

function kindProblem(field: Field, { type }: ExpectedField): string | undefined {
  if (type === 'not shown') return undefined
  const [, list, target] = /^(list of )?FK (\w+)$/.exec(type) ?? []
  if (target !== undefined) {
    const kind = list === undefined ? 'reference' : 'referenceList'
    if (field.kind === kind && field.to === target) return undefined
    return `is ${field.kind} ${field.to ?? ''}, not ${kind} ${target}`
  }
  const kinds = kindsOf[type as PlainWord]
  if (!kinds.includes(field.kind)) return `is ${field.kind}, not ${kinds.join(' or ')} (${type})`
  const values = { 'flag 0/1': [0, 1], 'flag 1/2': [1, 2] }[type as string]
  if (
    values &&
    field.kind === 'choice' &&
    show([...(field.values ?? [])].sort((a, b) => Number(a) - Number(b))) !== show(values)
  ) {
    return `has the values ${show(field.values)}, not ${show(values)}`
  }
  return undefined
}

/** Compares amounts as numbers, colours ignoring case, everything else exactly. */
const plain = (value: unknown, kind: FieldKind): string => (kind === 'money' ? String(Number(value)) : show(value).toLowerCase())

function defaultProblem(field: Field, expected: ExpectedField): string | undefined {
  const { initial } = field
  if (expected.starts !== undefined) {
    const computed = computedOf[expected.starts]
    return show(initial) === show({ computed }) ? undefined : `starts with ${show(initial)}, not with ${expected.starts}`
  }
  if (expected.whenEmpty !== undefined) {
    return field.nullable || initial === expected.whenEmpty
      ? undefined
      : `starts with ${show(initial)}, neither empty nor ${expected.whenEmpty}`
  }
  if (expected.initial === undefined) return undefined
  if (expected.initial === null) return field.nullable ? undefined : 'does not start empty'
  if (expected.initial === 0 && field.nullValue === 0) return undefined
  return initial !== undefined && plain(initial, field.kind) === plain(expected.initial, field.kind)
    ? undefined
    : `starts with ${show(initial)}, not with ${show(expected.initial)}`
}

/** Rules that the server may enforce by a separate call, or that the spec leave vague. */
const mayBeLocked = new Set(['by printing', 'by the socket', 'regenerate only', 'seeded', 'not shown', "chosen user's"])

const width = { nobody: 0, platform: 1, owners: 2, editors: 3, staff: 4, signedIn: 5, public: 6 } as const

function protectionProblem(entity: Entity, name: string, field: Field, expected: ExpectedField): string | undefined {
  const gate = field.write ?? entity.access.write
  const locked = field.readonly === true || gate === 'nobody'
  switch (expected.protection) {
    case 'no':
      return locked && entity.access.write !== 'nobody' ? 'cannot be changed by anybody' : undefined
    case 'yes':
    case 'server': {
      const byPlatform = (platformWritable[entity.name] ?? []).includes(name) && gate === 'platform'
      return locked || byPlatform || entity.storage === 'view' ? undefined : `can be changed by ${gate}`
    }
    case 'conditional':
      if (expected.by !== undefined && mayBeLocked.has(expected.by)) return undefined
      if (locked && entity.access.create === undefined) return `cannot be changed by anybody (${expected.by})`
      if (expected.gate === undefined || field.readonly === true || width[gate] <= width[expected.gate]) return undefined
      return `can be changed by ${gate}, not only by ${expected.gate}`
  }
}

const cases = Object.entries(expectedTables).map(([table, expected]) => ({ table, ids: expected.ids, expected }))

/** Problems of existing fields; missing ones are reported by one test only. */
function problems(
  table: string,
  check: (field: Field, expected: ExpectedField, name: string, entity: Entity) => string | undefined,
): string[] {
  const entity = registry[table]
  if (!entity) return [`${table} is not declared`]
  return Object.entries(expectedTables[table]?.fields ?? {}).flatMap(([name, expected]) => {
    const field = entity.fields[name]
    const problem = field && check(field, expected, name, entity)
    return problem === undefined ? [] : [`${table}.${name} ${problem}`]
  })
}

describe('tables', () => {
  it('API-23: every table that getData serves is declared', () => {
    expect(servedTables.filter((table) => !registry[table])).toEqual([])
  })

  const missing = (table: string) =>
    Object.keys(expectedTables[table]?.fields ?? { table }).filter((name) => !Object.hasOwn(registry[table]?.fields ?? {}, name))

  it.each(cases)('$ids: $table has every field of the documents', ({ table }) => {
    expect(missing(table)).toEqual([])
  })

  it.each([
    ['ORDER-05', 'order'],
    ['PROMO-03', 'promocode'],
  ])('%s: %s has the listed fields', (_id, table) => {
    expect(missing(table)).toEqual([])
  })

  it.each(cases)('$ids: $table has the key and scope of the documents', ({ table, expected }) => {
    expect([expected.key].flat()).toContain(registry[table]?.key)
    expect([expected.scope].flat()).toContain(registry[table]?.scope)
  })

  it.each(cases)('$ids: fields of $table have the documented types', ({ table }) => {
    expect(problems(table, kindProblem)).toEqual([])
  })

  it.each(cases)('$ids: a new row of $table starts as documented', ({ table }) => {
    expect(problems(table, defaultProblem)).toEqual([])
  })

  it.each(cases)('$ids: fields of $table are protected as documented', ({ table }) => {
    expect(problems(table, (field, expected, name, entity) => protectionProblem(entity, name, field, expected))).toEqual([])
  })

  it('API-23: every reference and join refers to a declared table and its fields', () => {
    const broken = Object.values(registry).flatMap((entity) => [
      ...Object.entries(entity?.fields ?? {})
        .filter(([, field]) => field.to !== undefined && !registry[field.to])
        .map(([name, field]) => `${entity?.name}.${name} points to ${field.to}`),
      ...Object.entries(entity?.joins ?? {}).flatMap(([name, join]) => {
        const target = entity?.fields[name]?.to ?? ''
        return join.fields
          .filter((part) => !Object.hasOwn(registry[target]?.fields ?? {}, part))
          .map((part) => `${entity?.name}.${name} joins ${target}.${part}`)
      }),
    ])
    expect(broken).toEqual([])
  })
})

/** The value after parsing by a structured field; equal to the input if every part is kept. */
const through = (table: string, field: string, value: unknown): unknown => registry[table]?.fields[field]?.schema.parse(value)

describe('structured fields', () => {
  it('PRICE-09: the tips of a company are a list of percentages', () => {
    for (const tips of [[], [10], [5, 10, 12.5, 100]]) expect(through('company', 'tips', tips)).toEqual(tips)
    for (const tips of [10, '5,10', ['5'], [-1], [101]]) expect(() => through('company', 'tips', tips)).toThrow()
  })

  it('ORDER-12: destination_info_json has entrance, intercom, flat, floor and comment', () => {
    expect(through('order', 'destination_info_json', addressInfo)).toEqual(addressInfo)
  })

  it('ORDER-13: a cart line keeps every documented part, with the key of a product as number or text', () => {
    const sums = { price: '7.50', discount: '1.00', amount: '15.00', total: '14.00', payment_commission: '0.30' }
    const shown = { name: 'Pizza', description: 'With basil', img: 'pizza.webp' }
    const addons = [{ id: 'basil', name: 'Basil', qty: 1, price: '0.50' }]
    const lines = [7, 'pizza'].map((id) => ({ id, qty: 2.5, ...sums, ...shown, addons, note: '', allergens: [], station: '' }))
    expect(through('order', 'cart', lines)).toEqual(lines)
    expect(cartItem.filter((name) => !Object.hasOwn(lines[0] ?? {}, name))).toEqual([])
  })

  it.each(Object.entries(orderJoins))('ORDER-14: the order joins the documented fields of its %s', (field, { as, fields }) => {
    const join = entities.order.joins[field]
    expect(join?.as).toBe(as)
    expect(fields.filter((name) => !join?.fields.includes(name))).toEqual([])
  })

  it('MAP-21: an address has coords, city, text, radius and info', () => {
    const address = { coords: [59.9, 30.3], city: 1, address: 'Nevsky 1', radius: 30000, info: addressInfo }
    expect(through('merchant', 'address', address)).toEqual(address)
  })

  it('MERCH-19: store hours have seven days with periods', () => {
    const days = Array.from({ length: 7 }, (_, day) => ({
      name: 'Day',
      day,
      work: 1,
      periods: [{ start: '10:00', end: '22:00' }],
    }))
    expect(through('merchant', 'work_time', days)).toMatchObject(days.map(({ day, periods }) => ({ day, periods })))
  })

  it('MERCH-27: a new merchant is open from 10:00 to 22:00 on all seven days', () => {
    const hours = registry['merchant']?.fields['work_time']?.initial
    const days = [0, 1, 2, 3, 4, 5, 6].map((day): unknown =>
      expect.objectContaining({ day, periods: [{ start: '10:00', end: '22:00' }] }),
    )
    expect(hours).toHaveLength(7)
    expect(hours).toEqual(expect.arrayContaining(days))
    expect((hours as { work: unknown }[]).every(({ work }) => work === 1 || work === true)).toBe(true)
  })

  it('MERCH-21: an access entry has the person and the levels 0 to 10', () => {
    const access = [{ user: 7, access: [0, 2, 1, 1, 1, 1, 1, 1, 1, 1, 0] }]
    expect(through('merchant', 'access', access)).toEqual(access)
  })

  it('COMP-22 COUR-09: contacts of companies, merchants and couriers have the documented parts', () => {
    const other = { contact_phone: '79991234567', contact_email: 'a@example.com', contact_other: 'messenger' }
    const whole = { contact_name: 'Ann', contact_position: 'Manager', ...other }
    expect(through('company', 'contact', whole)).toEqual(whole)
    expect(through('merchant', 'contact', whole)).toEqual(whole)
    expect(through('courier', 'contact', other)).toMatchObject(other)
  })

  it('TARIFF-07: a tariff option has field, free, enable, show, value and a description by language', () => {
    const option = [{ field: 'allow_chat', free: 0, enable: 1, show: 1, value: '5.00', description: { en: 'Chat' } }]
    const parsed = through(
      'tariff',
      'option',
      option.map((entry) => ({ ...entry })),
    )
    expect(Object.keys((parsed as object[])[0] ?? {}).sort()).toEqual(Object.keys(option[0] ?? {}).sort())
  })

  it('CHAT-12: a chat file has flag, name, type and content', () => {
    const file = { flag: 2, name: 'a.png', type: 'image/png', content: 'a.png' }
    for (const flag of [1, 2]) expect(through('chat_message', 'file', { ...file, flag })).toEqual({ ...file, flag })
    for (const flag of [0, 3, '1']) expect(() => through('chat_message', 'file', { ...file, flag })).toThrow()
    const message = { type: 1, text: '', quote: null, status: 0, date: '', user_id: 1, admin_id: null }
    const uuid = '00000000-0000-4000-8000-000000000000'
    const travels = (flag: unknown) =>
      chatClientFrameSchema.safeParse({ mode: 'message', message: { ...message, uuid, file: { ...file, flag } } }).success
    expect([0, 1, 2, 3].map(travels)).toEqual([false, true, true, false])
  })

  it('CHAT-13: a customer has the fields of a chat list row', () => {
    expect(chatListRow.filter((name) => !Object.hasOwn(registry['user']?.fields ?? {}, name))).toEqual([])
  })

  it('REF-07 REF-04: a status colour has background and text', () => {
    const color = { background: '#112233', text: '#FFFFFF' }
    expect(through('order_status', 'color', color)).toEqual(color)
  })
})

describe('documented saves', () => {
  const saves: [string, string, Record<string, unknown>][] = [
    ['BOARD-26 BOARD-27', 'order', { order_id: 1, order_status: 2, order: 1, time_delivery: null }],
    ['API-18 LIST-10', 'pay_type', { pay_type_id: 1, order: 1 }],
    ['API-18 LIST-10', 'tariff', { tariff_id: 1, order: 1 }],
    ['API-18 LIST-10', 'order_status', { order_status_id: 1, status: 1 }],
    ['LIST-10', 'order_step', { order_step_id: 1, step: 1 }],
    ['LIST-10', 'merchant', { merchant_id: 1, order: 1 }],
    ['LIST-10', 'merchant_type', { merchant_type_id: 1, order: 1 }],
    ['LIST-10', 'cuisine', { cuisine_id: 1, order: 1 }],
    ['API-18', 'global_lang', { global_lang_id: 1, support: 1 }],
    ['API-18', 'admin', { admin_id: 1, company: 2 }],
    ['API-17', 'app_settings', { name: 'a', value: 'b' }],
    ['API-17', 'global_settings', { name: 'a', value: 'b' }],
    ['API-17', 'merchant_settings', { name: 'a', value: 'b' }],
    ['API-19', 'payment', { type: 4, bill: '10.00', tariff: 1, tariff_period: 1, set_period: 1, set_trial: 0, option: [] }],
    ['DICT-18', 'dictionary', { dictionary_id: 1, texts: { ru: 'a' } }],
  ]
  it.each(saves)('%s: a save of %s accepts the documented fields', (_ids, table, row) => {
    const entity = registry[table]
    expect(entity && saveSchema(entity).safeParse(row).error?.issues).toBeUndefined()
  })
})

it('BOARD-27: one save accepts the orders of all columns', () => {
  const tables = [1, 2, 3].map((id) => ({ table: 'order', id, row: { order_status: id, order: id, time_delivery: null } }))
  expect(calls.Reference.saveData.input.parse({ tables })).toEqual({ tables })
})

describe('options and session', () => {
  it('GATE-03: the option flags are the documented ones', () => {
    expect([...companyOptions].sort()).toEqual([...optionFlags].sort())
  })

  it('GATE-04: the numeric options are the documented ones', () => {
    expect([...companyLimits].sort()).toEqual([...limits].sort())
    expect(entities.company.fields).toHaveProperty('overlimit_order_price')
  })

  it('AUTH-04: the session user has the documented fields', () => {
    expect(sessionUser.filter((name) => !Object.hasOwn(sessionUserSchema.shape, name))).toEqual([])
  })

  it('AUTH-05: the session company has the documented fields, limits and options', () => {
    const wanted = [...sessionCompany, ...limits, 'overlimit_order_price', ...optionFlags]
    expect(wanted.filter((name) => !Object.hasOwn(sessionCompanySchema.shape, name))).toEqual([])
    expect(sessionCompanySchema.shape.country.shape).toHaveProperty('currency_symbol')
  })
})
