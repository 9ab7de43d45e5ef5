import { expect, it } from 'vitest'
import { createClient, type TransportRequest } from '@tiffin/sdk/client'
import { memoryStorage } from '../ports.ts'
import { createNotices } from '#notices/notices'
import type { SessionStore } from '#session/session-store'
import { stubClock } from '#session/stub-clock'
import { preselected, termsOf } from './choices.ts'
import { createCompanyCreation, isNamed } from './company-creation.ts'

const list = <T>(length: number, at: (index: number) => T): T[] => Array.from({ length }, (_, index) => at(index))
const country = list(249, (index) => ({
  country_id: index + 1,
  name: { en: `Country ${index}` },
  alpha2: index === 3 ? 'DE' : 'XX',
}))
const global_lang = list(74, (index) => ({
  global_lang_id: index + 1,
  name: `Language ${index}`,
  code: index === 2 ? 'de' : 'xx',
}))
const tariffOf = (tariff_id: number, more: object = {}) => ({
  tariff_id,
  name: {},
  description_top: {},
  description_middle: {},
  description_bottom: {},
  amount: '19.99',
  option: [],
  subscription: 1 as const,
  trial: 0 as const,
  trial_period: null,
  most_value: 0 as const,
  ...more,
})
const periodOf = (subscribe_period_id: number, more: object = {}) => ({
  subscribe_period_id,
  name: {},
  month: 1,
  discount: 0,
  default: 0 as const,
  ...more,
})
const lists = {
  countries: country,
  languages: global_lang,
  tariffs: [tariffOf(1), tariffOf(2, { most_value: 1 }), tariffOf(3, { most_value: 1 })],
  periods: [periodOf(1), periodOf(2, { default: 1 })],
}

it('COMP-10 COMP-11 COMP-12 COMP-13: preselects index 206, index 26, most_value and default', () => {
  expect(preselected(lists, ['de-DE'])).toEqual({ country: 207, lang: 27, tariff: 2, period: 2 })
})

it('shorter lists preselect by the language of the browser, else the first entry', () => {
  const short = { ...lists, countries: country.slice(0, 206), languages: global_lang.slice(0, 26) }
  expect(preselected(short, ['not a locale', 'de-DE'])).toMatchObject({ country: 4, lang: 3 })
  expect(preselected(short, ['fr-FR'])).toMatchObject({ country: 1, lang: 1 })
  expect(preselected({ countries: [], languages: [], tariffs: [], periods: [] }, ['de'])).toEqual({
    country: null,
    lang: null,
    tariff: null,
    period: null,
  })
})

it('TARIFF-05 COMP-12: never preselects a tariff that is not subscribed to online', () => {
  const tariffs = [tariffOf(1, { subscription: 0, most_value: 1 }), tariffOf(2)]
  expect(preselected({ ...lists, tariffs }, []).tariff).toBe(2)
})

it.each([
  ['a trial, then the period', { trial: 1, trial_period: 14 }, [], { trialDays: 14, isTrialUsed: false, firstBill: '107.95' }],
  ['the period at once', {}, [], { trialDays: 0, isTrialUsed: false, firstBill: '107.95' }],
  ['no second trial', { trial: 1, trial_period: 14 }, [5], { trialDays: 0, isTrialUsed: true, firstBill: '107.95' }],
])('a tariff gives %s', (_what, more, used, terms) => {
  // 19.99 x 6 less 10 % is 107.946.
  expect(termsOf(tariffOf(5, more), periodOf(1, { month: 6, discount: 10 }), used)).toEqual(terms)
})

function setUp() {
  const sent: { company: Record<string, unknown>; key: string | null }[] = []
  const answers: ({ kind: 'failure' } | object)[] = []
  const clock = stubClock()
  let current = 0
  const rows = { country, global_lang, tariff: lists.tariffs, subscribe_period: lists.periods }
  const client = createClient({
    url: 'http://server.test/api',
    app: { name: 'web', version: '1', contract: 1 },
    async transport({ form }: TransportRequest) {
      const data = JSON.parse(form.get('data') ?? '{}') as { company: Record<string, unknown> }
      if (form.get('method') === 'getData') {
        const found = Object.fromEntries(Object.entries(rows).map(([table, all]) => [table, { count: all.length, data: all }]))
        return { kind: 'answer', status: 200, text: JSON.stringify({ status: 'OK', server_time: 1, data: found, feed: 1 }) }
      }
      sent.push({ company: data.company, key: form.get('idempotency_key') })
      const answer = answers.shift() ?? { status: 'OK', server_time: 1, data: { status: 'OK', company_id: 8 } }
      return { kind: 'answer', status: 200, text: JSON.stringify(answer) }
    },
  })
  const session = {
    refresh: async () => {},
    useCompany: async (company: number) => void (current = company),
  } as unknown as SessionStore
  const ports = { clock, storage: memoryStorage(), log: () => {} }
  const notices = createNotices(clock)
  const creation = createCompanyCreation({ client, session, notices, ports }, ['en'])
  return { creation, sent, answers, notices, current: () => current }
}

it('COMP-14: the second step opens only with a country and a name', async () => {
  const { creation } = setUp()
  const { getState: get } = creation.store
  creation.change({ name: 'Mina’s' })
  expect(isNamed(get())).toBe(false)
  await creation.load()
  expect(isNamed(get())).toBe(true)
  creation.change({ name: '  ' })
  creation.next()
  expect([isNamed(get()), get().step]).toEqual([false, 'name'])
  creation.change({ name: 'M', country: null })
  creation.next()
  expect([isNamed(get()), get().step]).toEqual([false, 'name'])
  expect(await creation.create(1)).toBe(false)
  creation.change({ country: 4 })
  creation.next()
  expect([isNamed(get()), get().step]).toEqual([true, 'tariff'])
})

it('COMP-08 COMP-09: choosing a tariff in step 2 creates the company, and this tab acts for it', async () => {
  const { creation, sent, current } = setUp()
  await creation.load()
  creation.change({ name: ' Mina’s ', lang: 3 })
  expect(creation.store.getState().step).toBe('name')
  creation.next()
  expect(creation.store.getState().step).toBe('tariff')
  expect(await Promise.all([creation.create(1), creation.create(2)])).toEqual([true, false])
  expect(sent.map(({ company }) => company)).toEqual([
    { country: 207, lang: [3], name: { de: 'Mina’s' }, tariff: { tariff_id: 1, subscribe_period_id: 2 } },
  ])
  expect(current()).toBe(8)
})

it('after a lost answer only the same request is repeated, under the same key', async () => {
  const { creation, sent, answers, current } = setUp()
  await creation.load()
  creation.change({ name: 'Mina’s' })
  creation.next()
  answers.push({ status: 'FAIL', code: 'server_error', error: 'Server error' })
  expect(await creation.create(1)).toBe(false)
  creation.back()
  creation.change({ name: 'Another' })
  expect(creation.store.getState()).toMatchObject({ step: 'tariff', name: 'Mina’s', unanswered: 1 })
  expect(await creation.create(2)).toBe(false)
  expect(await creation.create(1)).toBe(true)
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
  expect(current()).toBe(8)
})

it('after a refusal another tariff can be chosen', async () => {
  const { creation, sent, answers } = setUp()
  await creation.load()
  creation.change({ name: 'Mina’s' })
  creation.next()
  answers.push({ status: 'FAIL', code: 'invalid_value', error: 'Invalid value for tariff', params: ['tariff'] })
  expect(await creation.create(1)).toBe(false)
  expect(creation.store.getState()).toMatchObject({ creating: null, unanswered: null, error: { code: 'invalid_value' } })
  expect(await creation.create(2)).toBe(true)
  expect(new Set(sent.map(({ key }) => key)).size).toBe(2)
})
