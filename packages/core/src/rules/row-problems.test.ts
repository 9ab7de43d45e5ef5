import type { AnyRow } from './permissions.ts'
import { describe, expect, it } from 'vitest'
import { checkBands, grantsOnlyPlugins, isGrantedTwice, rowProblems } from './row-problems.ts'

const found = (name: string, before: AnyRow | null, after: AnyRow) => rowProblems({ name }, before, after)
const hours = (...periods: [string, string][]) => periods.map(([start, end]) => ({ start, end }))
const open = (day: number, ...periods: [string, string][]) => ({ day, work: 1, periods: hours(...periods) })
const access = (...levels: number[]) => levels

describe('problems between the fields of a record', () => {
  it.each<[string, string, AnyRow | null, AnyRow, Record<string, object>]>([
    [
      'REF-21: a new login without a new password',
      'admin',
      { login: 'a' },
      { login: 'b' },
      { login: { text: 'Changing the login requires a new password' } },
    ],
    ['a login with a new password', 'admin', { login: 'a' }, { login: 'b', password: 'x' }, {}],
    ['the same login', 'admin', { login: 'a' }, { login: 'a' }, {}],
    ['the login of a new person', 'admin', null, { login: 'b' }, {}],
    ...['banner', 'promocode'].flatMap((name): [string, string, AnyRow | null, AnyRow, Record<string, object>][] => [
      [
        'a finish before the start',
        name,
        null,
        { date_start: '2026-03-02', date_finish: '2026-03-01' },
        { date_finish: { text: "The end can't be before the start" } },
      ],
      ['a finish on the day of the start', name, null, { date_start: '2026-03-01', date_finish: '2026-03-01' }, {}],
      ['no start', name, null, { date_start: null, date_finish: '2026-03-01' }, {}],
      ['no finish', name, null, { date_start: '2026-03-01', date_finish: null }, {}],
      [
        'days that have long been wrong',
        name,
        { date_start: '2026-03-02', date_finish: '2026-03-01', code: 'a' },
        { date_start: '2026-03-02', date_finish: '2026-03-01', code: 'b' },
        {},
      ],
    ]),
    [
      'a length that differs from its mask',
      'country',
      null,
      { phone_mask: '+49 ### ####', phone_len: 11 },
      { phone_len: { text: 'Must match the number of digits in the phone mask: %1', params: [9] } },
    ],
    ['a length that matches its mask', 'country', null, { phone_mask: '+49 ### ####', phone_len: 9 }, {}],
    ['only a mask', 'country', null, { phone_mask: '+49 ### ####', phone_len: null }, {}],
    ['only a length', 'country', null, { phone_mask: '', phone_len: 11 }, {}],
    [
      'English without support',
      'global_lang',
      { code: 'en', support: 1 },
      { code: 'en', support: 0 },
      { support: { text: 'English is required and must keep the code en' } },
    ],
    [
      'English under another code',
      'global_lang',
      { code: 'en', support: 1 },
      { code: 'gb', support: 1 },
      { support: { text: 'English is required and must keep the code en' } },
    ],
    ['another language without support', 'global_lang', { code: 'ru', support: 1 }, { code: 'ru', support: 0 }, {}],
    ['a new language', 'global_lang', null, { code: 'en', support: 0 }, {}],
    [
      'a status that leads to itself',
      'order_status',
      null,
      { order_status_id: 3, transfer: [2, 3] },
      { transfer: { text: "A status can't lead to itself" } },
    ],
    ['a status that leads to others', 'order_status', null, { order_status_id: 3, transfer: [2, 4] }, {}],
    ['a status that leads nowhere', 'order_status', null, { order_status_id: 3, transfer: null }, {}],
    ['a status twice in a path', 'order_step', null, { status: [1, 2, 1] }, { status: { text: 'Duplicate status' } }],
    ['each status once in a path', 'order_step', null, { status: [1, 2] }, {}],
    ['no status in a path', 'order_step', null, { status: null }, {}],
    [
      'more than 100 percent off',
      'promocode',
      null,
      { discount: 101, discount_type: 2 },
      { discount: { text: 'Must be %1 or less', params: [100] } },
    ],
    ['100 percent off', 'promocode', null, { discount: 100, discount_type: 2 }, {}],
    ['an amount above 100', 'promocode', null, { discount: 101, discount_type: 1 }, {}],
    [
      'an option twice in a tariff',
      'tariff',
      null,
      { option: [{ field: 'allow_chat' }, { field: 'limit_user' }, { field: 'allow_chat' }] },
      { option: { text: 'Duplicate option: %1', params: ['allow_chat'] } },
    ],
    ['each option once in a tariff', 'tariff', null, { option: [{ field: 'allow_chat' }, { field: 'limit_user' }] }, {}],
    ['no option in a tariff', 'tariff', null, { option: null }, {}],
    ['a record without rules', 'cuisine', null, { name: 'x' }, {}],
  ])('%s (%s)', (_what, name, before, after, problems) => {
    expect(found(name, before, after)).toEqual(problems)
  })
})

describe('opening hours of a merchant', () => {
  const problem = (...days: object[]) => found('merchant', null, { work_time: days })['work_time']
  it.each([
    ['one period', [open(0, ['10:00', '22:00'])], undefined],
    ['consecutive periods', [open(0, ['12:00', '22:00'], ['09:00', '12:00'])], undefined],
    ['into the next day', [open(0, ['18:00', '02:00'])], undefined],
    ['a closed day without hours', [{ day: 1, work: 0, periods: [] }], undefined],
    ['a closed day with hours that overlap', [{ ...open(1, ['09:00', '12:00'], ['11:00', '13:00']), work: 0 }], undefined],
    ['an open day without hours', [open(0, ['10:00', '22:00']), open(1)], 'Add store hours for %1'],
    ['overlapping periods', [open(2, ['11:00', '13:00'], ['09:00', '12:00'])], 'Store hours overlap: %1'],
    [
      'one after a period that ends on the next day',
      [open(2, ['18:00', '02:00'], ['20:00', '22:00'])],
      'Store hours overlap: %1',
    ],
  ])('%s', (_what, days, text) => {
    expect(problem(...days)?.text).toBe(text)
  })

  it('those of the chat are named as such', () => {
    const ofChat = (...days: object[]) => found('company', null, { chat_hours: days })['chat_hours']?.text
    expect(ofChat(open(1))).toBe('Add chat hours for %1')
    expect(ofChat(open(2, ['11:00', '13:00'], ['09:00', '12:00']))).toBe('Chat hours overlap: %1')
  })

  it('names the day, but not an unknown one', () => {
    expect(problem(open(0))?.params).toEqual(['Sunday'])
    expect(problem(open(6))?.params).toEqual(['Saturday'])
    expect(problem(open(9))?.params).toEqual([''])
    expect(found('merchant', null, { work_time: null })).toEqual({})
  })
})

describe('delivery bands of a merchant', () => {
  const bands = (...list: [number, number][]) => list.map(([from_km, to_km]) => ({ from_km, to_km, price: 1, per_km: 0 }))
  it.each<[string, [number, number][], object | undefined]>([
    ['none', [], undefined],
    [
      'that follow each other',
      [
        [5, 10],
        [0, 5],
      ],
      undefined,
    ],
    ['that end where they begin', [[5, 5]], { text: 'A band ends before it starts' }],
    [
      'with a gap',
      [
        [6, 10],
        [0, 5],
      ],
      { text: 'Bands leave a gap between %1 and %2 km', params: [5, 6] },
    ],
    [
      'that overlap',
      [
        [4, 10],
        [0, 5],
      ],
      { text: 'Bands overlap between %1 and %2 km', params: [4, 5] },
    ],
    [
      'inside another',
      [
        [1, 2],
        [0, 5],
      ],
      { text: 'Bands overlap between %1 and %2 km', params: [1, 2] },
    ],
  ])('%s', (_what, list, problem) => {
    expect(checkBands(bands(...list))).toEqual(problem)
    expect(found('merchant', null, { delivery: bands(...list) })['delivery']).toEqual(problem)
  })
})

describe('merchant access', () => {
  const plugins = access(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)
  it.each([
    ['Plugins alone', plugins, true],
    ['Plugins and the board', access(0, 2, 2, 0, 0, 0, 0, 0, 0, 0, 2), true],
    ['Plugins with Main', access(0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1), false],
    ['Plugins with Delivery', access(0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 1), false],
    ['only the board', access(0, 2), false],
    ['nothing', access(), false],
  ])('%s opens nothing: %s', (_what, levels, alone) => {
    expect(grantsOnlyPlugins(levels)).toBe(alone)
  })

  it.each<[string, object[] | null, string | undefined]>([
    [
      'Plugins alone',
      [
        { user: 1, access: [0, 2] },
        { user: 2, access: plugins },
      ],
      "Plugins access alone doesn't give access to the merchant",
    ],
    [
      'a person twice',
      [
        { user: 1, access: [0, 2] },
        { user: 1, access: [0, 1] },
      ],
      'Duplicate staff member',
    ],
    [
      'two people',
      [
        { user: 1, access: [0, 2] },
        { user: 2, access: [0, 1] },
      ],
      undefined,
    ],
    ['nobody', null, undefined],
  ])('%s', (_what, entries, text) => {
    expect(found('merchant', null, { access: entries })['access']?.text).toBe(text)
  })

  it('is granted twice if a person is listed twice', () => {
    const entries = [1, 2, 1].map((user) => ({ user, access: [0, 1] }))
    expect([1, 2, 3].map((user) => isGrantedTwice(entries, user))).toEqual([true, false, false])
  })
})
