import { createI18n } from '@tiffin/core/i18n'
import { type Actor, can, readableFields } from '@tiffin/core/rules'
import { exportColumns, listQuery, readableColumns, screens } from '@tiffin/core/screens'
import { companyOptions } from '@tiffin/sdk/contract'
import { actorsOf, insertOrder, startTestServer, type TestServer } from '@tiffin/server/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { read, utils, type WorkSheet } from 'xlsx'

let server: TestServer
const tokens: Record<string, string> = {}

beforeAll(async () => {
  server = await startTestServer()
  for (const login of ['owner', 'operator', 'platform']) tokens[login] = await server.signIn(login)
  await server.database.asOwner(`update company set ${companyOptions.map((name) => `${name} = 1`).join(', ')}`)
  await insertOrder(server.database, server.world, { comment: 'x' })
})
afterAll(() => server.stop())

const people = {
  owner: () => actorsOf(server.world).ownerA,
  operator: () => actorsOf(server.world).operatorA,
  platform: () => actorsOf(server.world).platform,
} satisfies Record<string, () => Actor>

describe.each(['owner', 'operator', 'platform'] as const)('API-24, LIST-03: exports of %s', (login) => {
  it.each(screens.map((screen) => [screen.name, screen] as const))(
    'API-24, LIST-03: %s exports the columns that its reader may see, and as many rows as the list',
    async (_name, screen) => {
      const { entity } = screen
      const actor: Actor = people[login]()
      const columns = readableColumns(actor, entity, screen.columns)
      const readable = readableFields(actor, entity)
      const state = { search: '', filters: {}, sort: screen.order, page: 1, size: 100 }
      const query = listQuery(screen, state, { now: Date.now(), timezone: 'UTC', columns, readable })
      const options = { token: tokens[login], company: actor.company ?? 0 }
      const listed = await server.call('Reference', 'getData', { tables: [query] }, options)
      const exportedColumns = exportColumns(entity, columns, createI18n().t)
      const answer = await server.call('Export', 'ticket', { params: { tables: [query], columns: exportedColumns } }, options)
      if (!can(actor, 'read', entity).allowed || columns.length === 0) {
        expect(answer).toMatchObject({ status: 'FAIL' })
        return
      }
      expect(answer).toMatchObject({ status: 'OK' })
      const { ticket, rows } = answer['data'] as { ticket: string; rows: number }
      const address = new URLSearchParams({ api: 'Export', method: 'Excel', token: ticket })
      const response = await fetch(`${server.url}/api?${address.toString()}`, {
        headers: { authorization: `Bearer ${tokens[login]}` },
      })
      const book = read(new Uint8Array(await response.arrayBuffer()))
      const sheet = book.Sheets[book.SheetNames[0] ?? ''] as WorkSheet
      const [, headings, ...lines] = utils.sheet_to_json<string[]>(sheet, { header: 1, blankrows: true })
      expect(headings).toEqual(exportedColumns.map((column) => (typeof column === 'string' ? column : column.title)))
      expect(lines).toHaveLength((listed['data'] as Record<string, { data: unknown[] }>)[entity.name]?.data.length ?? -1)
      expect(rows).toBe(lines.length)
    },
  )
})
