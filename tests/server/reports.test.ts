import type { Client } from '@tiffin/sdk/client'
import { readList } from '@tiffin/core/screens'
import type { ReportAnswer } from '@tiffin/sdk/contract'
import { insertOrder, insertRow, startTestServer, type TestServer } from '@tiffin/server/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { figures, ordersReport, printedReport, reportRights, reportRows } from '../fixtures/reports.ts'

// Figures and rights of reports over HTTP, against the spec (tests/fixtures/reports.ts).
let server: TestServer
let owner: string
beforeAll(async () => {
  server = await startTestServer()
  const { database, world } = server
  await database.asOwner(`update company set allow_report = 1, timezone = 'Europe/Berlin'`)
  owner = await server.signIn('owner')
  const status = { Delivered: world.statuses[8], Cooking: world.statuses[3], Cancelled: world.statuses[0] }
  const timestamp = (time: string | null) =>
    time === null ? null : new Date(Date.parse(`2026-11-16T${time}:00+01:00`)).toISOString()
  for (const { status: name, create, finish, delivery, total } of Object.values(figures.orders))
    await insertOrder(database, world, {
      order_status: status[name],
      time_create: timestamp(create),
      time_finish: timestamp(finish),
      time_delivery: timestamp(delivery),
      total,
    })
})
afterAll(() => server.stop())

const call = (api: string, method: string, input: object, token = owner) =>
  server.call(api, method, input, { token, company: server.world.a })
const period = { from: '2026-11-16', to: '2026-11-16' }
async function read(input: object): Promise<ReportAnswer> {
  const answer = await call('Report', 'read', { period, ...input })
  expect(answer.status, answer.error).toBe('OK')
  return answer['data'] as ReportAnswer
}

describe('figures', () => {
  it('REPORT-19: sums every order of the filter, cancelled ones too', async () => {
    const query = { table: 'order', mode: 'report', statistic: ordersReport.sums, limit: [0, 1] }
    const answer = await call('Reference', 'getData', { tables: [query] })
    expect(answer['data']).toMatchObject({ order: { statistic: { total: figures.documentedTotal } } })
  })

  it('a list of all companies has the sums of each currency', async () => {
    const { database, world } = server
    const token = await server.signIn('platform')
    const client = { Reference: { getData: (input: object) => server.call('Reference', 'getData', input, { token }) } }
    const query = {
      table: 'order',
      mode: 'report' as const,
      statistic: [...ordersReport.sums],
      limit: [0, 1] as [number, number],
    }
    const options = { company: 0, countAll: false, byCurrency: true }
    const listed = () => readList(client as unknown as Client, query, options)
    const euros = { discount: '0.00', bonus: '0.00', promocode_amount: '0.00', total: figures.documentedTotal }
    expect((await listed()).currencies).toEqual([{ currency: 'EUR', sums: euros }])
    await insertRow(database, 'country', { country_id: 70, alpha2: 'GE', currency_symbol: '₾', currency_code: 'GEL' })
    await database.asOwner('update company set country = 70 where company_id = $1', [world.b])
    const { userB: user, merchantB: merchant, statusB: order_status } = world
    const order_id = await insertOrder(database, world, { company: world.b, user, merchant, order_status, total: '500.00' })
    expect((await listed()).currencies).toEqual([
      { currency: 'EUR', sums: euros },
      { currency: 'GEL', sums: { ...euros, total: '500.00' } },
    ])
    await database.asOwner('delete from "order" where order_id = $1', [order_id])
    await database.asOwner('update company set country = 1')
  })

  it('revenue is the total of orders that are not cancelled, in hours of the company by due time', async () => {
    const { rows, totals } = await read({ report: 'orders', by: 'hour' })
    expect(totals['revenue']).toBe(figures.revenue)
    expect(Object.fromEntries(rows.map(({ key, figures: row }) => [key, row['revenue']]))).toEqual(figures.revenueByHour)
  })

  it('KDS-19: planned and actual minutes of a merchant', async () => {
    const { rows } = await read({ report: 'planned-actual' })
    const [row] = rows.filter(({ key }) => key === server.world.merchants[0])
    const { delivered, planned, actual } = row?.figures ?? {}
    expect({ orders: delivered, planned: Number(planned), actual: Number(actual) }).toEqual(figures.plannedActual)
  })
})

it.each(reportRights)('PERM-13 PERM-14 PERM-15: $who with $access', async ({ who, access, sees }) => {
  const { database, world } = server
  const [merchant] = world.merchants
  const entries = access === null ? [] : [{ user: world.operatorA, access }]
  const [before] = await database.asOwner<{ access: object }>('select access from merchant where merchant_id = $1', [merchant])
  await database.asOwner('update merchant set access = $1 where merchant_id = $2', [JSON.stringify(entries), merchant])
  const tables = [
    { table: 'order', mode: 'report', include: ['merchant'] },
    { table: 'merchant', mode: 'report', include: ['merchant_id'] },
  ]
  const answer = await call('Reference', 'getData', { tables }, await server.signIn(who))
  const found = answer['data'] as Record<string, { data: Record<string, unknown>[] }>
  expect(found['order']?.data.some((row) => row['merchant'] === merchant)).toBe(sees)
  expect(found['merchant']?.data.some((row) => row['merchant_id'] === merchant)).toBe(sees)
  await database.asOwner('update merchant set access = $1 where merchant_id = $2', [JSON.stringify(before?.access), merchant])
})

it('a table has at most the documented number of rows, an export any', async () => {
  const { rowsInTable, limit } = printedReport
  const ask = (rows: number) => call('Reference', 'getData', { tables: [{ table: reportRows.table, limit: [0, rows] }] })
  expect(await ask(rowsInTable)).toMatchObject({ status: 'OK' })
  expect(await ask(rowsInTable + 1)).toMatchObject({ status: 'FAIL', code: 'too_many' })
  const params = { tables: [{ table: reportRows.table, mode: 'report', limit }], columns: ['order_id'], format: 'ndjson' }
  expect(await call('Export', 'ticket', { params })).toMatchObject({ status: 'OK' })
})
