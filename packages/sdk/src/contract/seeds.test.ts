import { describe, expect, it } from 'vitest'
import { companySeeds, entities, type Entity, type Field, platformSeeds, tariffOptions } from './index.ts'

const seeds = Object.entries(platformSeeds()) as [keyof typeof entities, readonly Record<string, unknown>[]][]

/** Problems with the rows, as sentences. */
function faults(entity: Entity, rows: readonly Record<string, unknown>[]): string[] {
  return rows.flatMap((row, index) => {
    const unknown = Object.keys(row).filter((name) => !(name in entity.fields))
    const invalid = Object.entries(row).filter(([name, value]) => entity.fields[name]?.schema.safeParse(value).success === false)
    const missing = Object.entries(entity.fields).filter(([name, field]: [string, Field]) => {
      const given = name === 'company' || name in row || field.kind === 'id'
      return !given && field.required === true
    })
    return [...unknown, ...invalid.map(([name]) => name), ...missing.map(([name]) => name)].map((name) => `${index}: ${name}`)
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
        .filter(([, field]) => field.kind === 'reference' && typeof field.initial === 'number' && field.nullValue === undefined)
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
    ['push_status', { 0: 'Waiting', 1: 'Sent', 2: 'Failed', 3: 'Sending', 4: 'Unknown', 5: 'Not sent', 6: 'Kept in the outbox' }],
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

  it('fills every column of a country', () => {
    const { country = [] } = platformSeeds()
    expect(country.map((row) => row.country_id)).toEqual(country.map((_, index) => index + 1))
    expect(country.find((row) => row.alpha2 === 'GB')).toEqual({
      country_id: 237,
      name: { en: 'United Kingdom', ru: 'Великобритания', ar: 'المملكة المتحدة' },
      name_en: 'United Kingdom',
      alpha2: 'GB',
      alpha3: 'GBR',
      phone_code: '44',
      phone_mask: '+44 #### ######',
      phone_len: 12,
      emoji: '🇬🇧',
      unicode: 'U+1F1EC U+1F1E7',
      location: null,
      location_precise: null,
      currency_name: 'British Pound',
      currency_code: 'GBP',
      currency_rate: null,
      currency_symbol: '£',
      img: '',
    })
    expect(country.find((row) => row.alpha2 === 'US')?.currency_rate).toBe(1)
    const withoutCurrency = { phone_mask: '', phone_len: null, currency_name: '', currency_code: '', currency_symbol: '' }
    expect(country.find((row) => row.alpha2 === 'AQ')).toMatchObject(withoutCurrency)
  })

  it('names languages in their own words', () => {
    const { global_lang = [] } = platformSeeds()
    expect(global_lang.map((row) => row.global_lang_id)).toEqual(global_lang.map((_, index) => index + 1))
    expect(global_lang.find((row) => row.code === 'zh')).toMatchObject({ google_code: 'zh-CN', dir: 'ltr', support: 0 })
    expect(global_lang.find((row) => row.code === 'vi')?.name).toBe('Tiếng Việt')
  })

  it('has the agreed tariffs, with their disabled, free and paid options', () => {
    const { tariff = [] } = platformSeeds()
    const brief = tariff.map(({ name, amount, trial_period, subscription, order, option }) => {
      const on = (option ?? []).filter(({ enable, show }) => enable === 1 && show === 1)
      return {
        price: `${name?.['en']} ${amount}, ${trial_period} days, ${subscription}, ${order}`,
        options: on.map(({ field, free, value }) => `${field} ${free} ${value}`.trim()).sort(),
        off: (option ?? []).filter(({ enable, show }) => enable === 0 && show === 0).map(({ field }) => field),
      }
    })
    expect(brief).toEqual([
      {
        price: 'Start 19.00, 30 days, 1, 1',
        options: [
          'allow_courier_app 1',
          'allow_promocode 0 5.00',
          'allow_push 0 5.00',
          'allow_report 1',
          'limit_admin 1 5',
          'limit_courier 1 5',
          'limit_merchant 1 1',
          'limit_order 1 500',
          'limit_scu 1',
          'limit_user 1',
          'overlimit_order_price 1 0.10',
        ],
        off: tariffOptions.filter((field) => field.startsWith('allow_') && !/_(courier_app|promocode|push|report)$/.test(field)),
      },
      {
        price: 'Business 79.00, 30 days, 1, 2',
        options: [
          'allow_acc_sys_integration 0 19.00',
          'allow_accrual_bonus 1',
          'allow_ai 0 15.00',
          'allow_banner 1',
          'allow_chat 1',
          'allow_courier_app 1',
          'allow_external_domain 0 10.00',
          'allow_mailing 1',
          'allow_mobile_app 0 49.00',
          'allow_online_map 1',
          'allow_online_payment 1',
          'allow_promocode 1',
          'allow_push 1',
          'allow_report 1',
          'allow_showcase_discount 1',
          'allow_web_app 1',
          'allow_white_lablel 0 29.00',
          'limit_admin 1',
          'limit_courier 1',
          'limit_merchant 1 25',
          'limit_order 1 10000',
          'limit_scu 1',
          'limit_user 1',
          'overlimit_order_price 1 0.05',
        ],
        off: [],
      },
    ])
  })

  it('describes tariffs in the three supported languages', () => {
    for (const { name, description_top, description_middle, description_bottom, button, img } of platformSeeds().tariff ?? []) {
      for (const text of [name, description_top, button]) {
        expect(Object.keys(text ?? {})).toEqual(['en', 'ru', 'ar'])
        expect(Object.values(text ?? {})).not.toContain('')
      }
      expect([description_middle, description_bottom, img]).toEqual([{}, {}, ''])
    }
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
