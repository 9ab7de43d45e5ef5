import { formatConfiguration, planConfiguration, readCompanyRecords, readConfiguration } from '@tiffin/core/configuration'
import { type Client, createClient, createSession } from '@tiffin/sdk/client'
import { CONTRACT_VERSION } from '@tiffin/sdk/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { configuration, type Tables } from './test/random-configuration.ts'
import { withDefaults } from './test/with-defaults.ts'

const { PASSWORD, startTestServer } = await import('@tiffin/server/test')
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 })

const RUNS = process.env['TIFFIN_TESTS'] === 'full' ? 60 : 8

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
  it('is a fixed point: a plan after applying it has no changes, and applying the file of A to B makes both the same', async () => {
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
