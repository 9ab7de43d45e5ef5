import { describe, expect, it } from 'vitest'
import { companySeeds, entities, type Entity, type Field, platformSeeds, tariffOptions } from './index.ts'

const seeds = Object.entries(platformSeeds()) as [keyof typeof entities, readonly Record<string, unknown>[]][]

/** Problems with the rows, as sentences. */
function faults(entity: Entity, rows: readonly Record<string, unknown>[]): string[] {
  return rows.flatMap((row, index) => {
    const unknown = Object.keys(row).filter((name) => !(name in entity.fields))
    const invalid = Object.entries(row).filter(([name, value]) => entity.fields[name]?.schema.safeParse(value).success === false)
    const absent = Object.entries(entity.fields).filter(([name, field]: [string, Field]) => {
      const given = name === 'company' || name in row || field.kind === 'id'
      return !given && field.required === true
    })
    return [...unknown, ...invalid.map(([name]) => name), ...absent.map(([name]) => name)].map((name) => `${index}: ${name}`)
  })
}

describe('seeds of an empty platform', () => {
  it.each(seeds)('%s: every row fits its entity', (name, rows) => {
    const entity: Entity = entities[name]
    expect(faults(entity, rows)).toEqual([])
    expect(rows.length).toBeGreaterThan(0)
    for (const unique of [[entity.key], ...(entity.unique ?? [])]) {
      const keys = rows.map((row) => unique.map((field) => row[field]).join())
      expect(new Set(keys).size, unique.join()).toBe(rows.length)
    }
  })

  it('seeds every lookup, so that initial values of new rows refer to existing rows', () => {
    const rows = new Map(seeds)
    const dangling = Object.values(entities as Record<string, Entity>).flatMap((entity) =>
      Object.entries(entity.fields)
        .filter(([, field]) => field.kind === 'reference' && typeof field.initial === 'number' && field.absent === undefined)
        .filter(([, field]) => {
          const target = (entities as Record<string, Entity>)[field.to ?? ''] as Entity
          return !rows.get(target.name as keyof typeof entities)?.some((row) => row[target.key] === field.initial)
        })
        .map(([name]) => `${entity.name}.${name}`),
    )
    expect(dangling).toEqual([])
  })

  it.each([
    ['role', { 1: 'Platform administrator', 2: 'Company staff' }],
    ['admin_status', { 0: 'Blocked', 1: 'Active' }],
    ['user_status', { 0: 'Disable', 1: 'Enable', 2: 'Tester' }],
    ['courier_working', { 1: 'At work', 2: 'Off' }],
    ['company_status', { 0: 'Disabled', 1: 'Active' }],
    ['merchant_status', { 0: 'Hidden', 1: 'Active' }],
    ['delivery_mode', { 1: 'Delivery and pickup', 2: 'Delivery', 3: 'Pickup' }],
    ['message_status', { 0: 'New', 1: 'Sent', 2: 'Delivered', 3: 'Read' }],
    ['push_status', { 0: 'Waiting', 1: 'Sent', 2: 'Failed' }],
    [
      'payment_type',
      { 1: 'Top-up', 2: 'Order over limit', 3: 'Subscription write-off', 4: 'Tariff change now', 5: 'Tariff change later' },
    ],
  ] as const)('%s has the agreed values', (name, values) => {
    const rows = new Map(seeds).get(name) ?? []
    const { key } = entities[name]
    expect(Object.fromEntries(rows.map((row) => [row[key], (row['name'] as Record<string, string>)['en']]))).toEqual(values)
  })

  it('has the default language of new companies at index 26 and their default country at index 206', () => {
    const { global_lang = [], country = [] } = platformSeeds()
    expect(global_lang[26]?.code).toBe('en')
    expect(country[206]?.alpha2).toMatch(/^[A-Z]{2}$/)
    expect(country).toHaveLength(249)
    expect(global_lang.filter((row) => row.support === 1).map((row) => [row.code, row.dir])).toEqual([
      ['ar', 'rtl'],
      ['en', 'ltr'],
      ['ru', 'ltr'],
    ])
  })

  it('gives countries masks that start with their calling code and have the right number of digits', () => {
    const masked = (platformSeeds().country ?? []).filter((row) => row.phone_mask)
    expect(masked.length).toBeGreaterThanOrEqual(40)
    for (const row of masked) {
      expect(row.phone_mask, row.alpha2).toMatch(new RegExp(`^\\+${row.phone_code} [#\\d -]+$`))
      expect(row.phone_len, row.alpha2).toBe(row.phone_mask?.match(/[\d#]/g)?.length)
    }
    expect(masked.find((row) => row.alpha2 === 'RU')?.phone_len).toBe(11)
  })

  it.each([
    ['RU', '7', 'RUB', '₽'],
    ['US', '1', 'USD', '$'],
    ['DE', '49', 'EUR', '€'],
    ['AE', '971', 'AED', 'AED'],
    ['UZ', '998', 'UZS', 'UZS'],
  ])('%s has calling code %s and currency %s', (alpha2, code, currency, symbol) => {
    const row = platformSeeds().country?.find((country) => country.alpha2 === alpha2)
    expect([row?.phone_code, row?.currency_code, row?.currency_symbol]).toEqual([code, currency, symbol])
  })

  it('lists every option once in each tariff', () => {
    for (const tariff of platformSeeds().tariff ?? []) {
      expect(tariff.option?.map((entry) => entry.field).sort()).toEqual([...tariffOptions].sort())
    }
  })
})

describe('seeds of a new company', () => {
  it.each(Object.entries(companySeeds) as [keyof typeof companySeeds, readonly Record<string, unknown>[]][])(
    '%s: every row fits its entity',
    (name, rows) => expect(faults(entities[name], rows)).toEqual([]),
  )

  const numbers = companySeeds.order_status.map((row) => row.status)

  it('refers only to statuses that it creates, and never from a status to itself', () => {
    expect(new Set(numbers).size).toBe(numbers.length)
    for (const { status, transfer } of companySeeds.order_status) {
      expect(transfer.filter((to) => to === status || !numbers.includes(to))).toEqual([])
    }
    expect(companySeeds.order_step.flatMap((row) => row.status).filter((to) => !numbers.includes(to))).toEqual([])
  })

  it('allows moves from the first status to the last along both paths', () => {
    const next = new Map(companySeeds.order_status.map((row) => [row.status, row.transfer]))
    for (const { status: path } of companySeeds.order_step) {
      const closed = path.slice(1).filter((to, index) => !next.get(path[index] ?? -1)?.includes(to))
      expect(closed).toEqual([])
    }
    expect(companySeeds.order_status.filter((row) => row.transfer.length === 0).map((row) => row.status)).toEqual([9, 0])
  })

  it('marks one status as created, and prints on Accepted', () => {
    const marked = (flag: 'created' | 'print' | 'done' | 'ready' | 'reservation' | 'courier_appointed') =>
      companySeeds.order_status.filter((row) => row[flag] === 1).map((row) => row.status)
    expect(marked('created')).toEqual([2])
    expect(marked('print')).toEqual([3])
    expect(marked('reservation')).toEqual([1])
    expect(marked('ready')).toEqual([5])
    expect(marked('courier_appointed')).toEqual([6])
    expect(marked('done')).toEqual([8, 9])
    expect(companySeeds.order_status.filter((row) => row.merchant !== 2).map((row) => [row.status, row.merchant])).toEqual([
      [9, 1],
      [0, 0],
    ])
  })

  it('names every status in three languages, on colours that keep the text readable', () => {
    const channel = (hex: string, at: number) => {
      const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
    }
    const light = (hex: string) => 0.2126 * channel(hex, 1) + 0.7152 * channel(hex, 3) + 0.0722 * channel(hex, 5)
    for (const { value, color } of companySeeds.order_status) {
      expect(Object.keys(value).sort()).toEqual(['ar', 'en', 'ru'])
      const [dark = 0, bright = 0] = [light(color.background), light(color.text)].sort((a, b) => a - b)
      expect((bright + 0.05) / (dark + 0.05), value['en']).toBeGreaterThanOrEqual(4.5)
    }
  })
})
