import { formatConfiguration, planConfiguration, readCompanyRecords, readConfiguration } from '@tiffin/core/configuration'
import { type Client, createClient, createSession } from '@tiffin/sdk/client'
import { CONTRACT_VERSION } from '@tiffin/sdk/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

const { PASSWORD, startTestServer } = await import('@tiffin/server/test')
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 })

const RUNS = process.env['TIFFIN_TESTS'] === 'full' ? 60 : 8

type Row = Record<string, unknown>
type Tables = Record<string, Row[]>

const oddWords = [
  ...['New', 'New (2)', '-', '- x', '007', '1.50', 'true', 'null', '~', 'yes', 'a: b', '# x', '"q"', "it's", '*x', '&a', '!t'],
  ...[
    '{',
    '[a',
    '2026-01-01',
    ' lead',
    'tail ',
    'two\nlines',
    'مرحبا',
    'Новый',
    '__proto__',
    'constructor',
    'was',
    '%',
    '@x',
    '|',
    '>',
  ],
]
const title = fc.oneof(
  fc.constantFrom(...oddWords),
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
    .filter((text) => /[\p{L}\p{N}]/u.test(text) && text.isWellFormed()),
)
const texts = fc.record({ en: title, ru: title, de: title }, { requiredKeys: [] }).filter((all) => Object.keys(all).length > 0)
const flag = fc.constantFrom(0, 1)
const choice = fc.constantFrom(1, 2)
const color = fc.constantFrom('#112233', '#ABCDEF')
const money = fc.constantFrom(null, '0.00', '1.50', '007.10', '12')
const numbered = <T extends Row>(rows: T[], key: string, more: (at: number) => Row = () => ({})): Row[] =>
  rows.map((row, at) => ({ [key]: at + 1, revision: 1, ...row, ...more(at) }))

const status = fc.record({
  value: texts,
  color: fc.record({ background: color, text: color }),
  merchant: fc.constantFrom(0, 1, 2),
  courier: fc.constantFrom(0, 1, 2),
  sound: fc.constantFrom('', 'builtin:alarm'),
  ready: flag,
  done: flag,
  print: flag,
  targets: fc.array(fc.nat(7), { maxLength: 4 }),
})
const configuration = fc
  .record({
    statuses: fc.array(status, { minLength: 1, maxLength: 7 }),
    cancelled: fc.boolean(),
    steps: fc.array(fc.record({ name: texts, type: choice, targets: fc.array(fc.nat(7), { maxLength: 4 }) }), { maxLength: 3 }),
    payTypes: fc.array(
      fc.record({
        name: texts,
        status: choice,
        commission_percent: fc.constantFrom(null, 0, 2.5),
        commission_fixed: money,
        emit: fc.oneof(fc.constant(''), title),
        admin: choice,
        odd: choice,
        order: fc.integer({ min: 1, max: 30 }),
      }),
      { maxLength: 4 },
    ),
    tags: fc.array(fc.record({ name: texts, comment: fc.oneof(fc.constant({}), texts), show: choice, order: fc.nat(9) }), {
      maxLength: 5,
    }),
    banners: fc.array(
      fc.record({
        title: fc.oneof(fc.constant({}), texts),
        link: fc.constantFrom('', 'https://example.com/a?b=c#d'),
        date_start: fc.constantFrom('2026-01-01', '2026-11-30'),
        product: fc.oneof(fc.constant(''), title),
      }),
      { maxLength: 3 },
    ),
    company: fc.record({
      tips: fc.array(fc.constantFrom(5, 10, 12.5), { maxLength: 3 }),
      keep_alive_timeout: fc.constantFrom(null, 0, 600),
      timezone: fc.constantFrom('UTC', 'Europe/Berlin'),
      distance_model: fc.constantFrom('degrees', 'haversine'),
      handoff_codes: flag,
      fee: fc.constantFrom('0.00', '2.50'),
    }),
  })
  .map(({ statuses, cancelled, steps, payTypes, tags, banners, company }): Tables => {
    const keysOf = (targets: number[]): number[] => [...new Set(targets.map((at) => (at % statuses.length) + 1))]
    return {
      order_status: numbered(
        statuses.map(({ targets, ...row }, at) => ({ ...row, transfer: keysOf(targets).filter((key) => key !== at + 1) })),
        'order_status_id',
        (at) => ({ status: cancelled ? at : at + 1, created: at === statuses.length - 1 ? 1 : 0 }),
      ),
      order_step: numbered(
        steps.map(({ targets, ...row }) => ({ ...row, status: keysOf(targets) })),
        'order_step_id',
        (at) => ({ step: at + 1 }),
      ),
      pay_type: numbered(payTypes, 'pay_type_id').toSorted((a, b) => Number(a['order']) - Number(b['order'])),
      cuisine: numbered(tags, 'cuisine_id').toSorted((a, b) => Number(a['order']) - Number(b['order'])),
      banner: numbered(
        banners.map((row) => ({ ...row, date_finish: '2026-12-31', type: 1, status: 1 })),
        'banner_id',
      ),
      company: [{ company_id: 1, revision: 1, country: 1, lang: [1], ...company }],
    }
  })

let server: Awaited<ReturnType<typeof startTestServer>>
let lookups: Tables
const companies: Record<'a' | 'b', { client: Client; id: number }> = {} as never

beforeAll(async () => {
  server = await startTestServer()
  await server.database.asOwner('update company set allow_banner = 1')
  const answer = await server.call('Auth', 'Login', { login: 'platform', password: PASSWORD })
  const { token } = (answer['auth'] as { user: { token: string } }).user
  for (const side of ['a', 'b'] as const) {
    const id = server.world[side]
    const app = { name: 'cli', version: '1', contract: CONTRACT_VERSION, device: crypto.randomUUID() } as const
    companies[side] = {
      id,
      client: createClient({ url: `${server.url}/api`, app, session: createSession({ token }), company: id }),
    }
  }
  const tables = ['company_status', 'banner_type', 'country', 'global_lang', 'order_mode', 'order_type', 'pay_system']
  const { data } = await companies.a.client.Reference.getData({ tables: tables.map((table) => ({ table })) })
  lookups = Object.fromEntries(tables.map((table) => [table, data[table]?.data ?? []]))
})
afterAll(() => server.stop())

const pulled = { server: 'https://tiffin.example', company: 1, change: 0 }

/** The file of a company that has these rows; fields that are not given have their default. */
async function fileOf(rows: Tables): Promise<string> {
  const { withDefaults } = await import('./test/with-defaults.ts')
  const data = Object.fromEntries(
    Object.entries({ ...lookups, ...rows }).map(([table, own]) => [table, { data: own.map((row) => withDefaults(table, row)) }]),
  )
  const client = { Reference: { getData: () => Promise.resolve({ data }) } } as unknown as Client
  return formatConfiguration(await readCompanyRecords(client, 1), pulled, 'A test')
}

const pull = async (side: 'a' | 'b', language?: string): Promise<string> =>
  formatConfiguration(await readCompanyRecords(companies[side].client, companies[side].id, language), pulled, 'A test')

async function planOf(text: string, side: 'a' | 'b') {
  const file = readConfiguration(text)
  const { client, id } = companies[side]
  return planConfiguration(file, await readCompanyRecords(client, id, file.language), { prune: true })
}

/** Applies a file, with everything that it does not have deleted. */
async function apply(text: string, side: 'a' | 'b'): Promise<number> {
  const plan = await planOf(text, side)
  expect(plan.problems).toEqual([])
  if (plan.apply.rows.length + plan.apply.remove.length === 0) return 0
  const { data } = await companies[side].client.Config.apply(plan.apply)
  return data.change
}

const differences = async (text: string, side: 'a' | 'b') =>
  (await planOf(text, side)).lines.filter(({ kind }) => kind !== 'unchanged')

describe('a configuration file', () => {
  it('is a fixed point: applied, a plan says no changes; pulled from A and applied to B, the two are the same', async () => {
    await fc.assert(
      fc.asyncProperty(configuration, async (rows) => {
        const text = await fileOf(rows)
        await apply(text, 'a')
        expect(await differences(text, 'a')).toEqual([])
        const ofA = await pull('a')
        expect(await differences(ofA, 'a')).toEqual([])
        const before = await pull('b', 'en')
        const change = await apply(ofA, 'b')
        expect(await differences(ofA, 'b')).toEqual([])
        expect(await pull('b')).toBe(ofA)
        if (change === 0) return
        await companies.b.client.Audit.undo({ change })
        expect(await pull('b', 'en')).toBe(before)
      }),
      { numRuns: RUNS, endOnFailure: true },
    )
  })
})
