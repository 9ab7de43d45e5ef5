import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { insertOrder, startTestServer } from '@tiffin/server/test'
import { expect, it, onTestFinished } from 'vitest'

/** Headless LibreOffice: the installed one, or Debian's, installed if run as root. */
function office(): string {
  const installed = ['soffice', 'libreoffice'].find((name) => {
    try {
      execFileSync('which', [name], { stdio: 'ignore' })
      return true
    } catch {
      return false
    }
  })
  if (installed !== undefined) return installed
  if (process.getuid?.() !== 0) throw new Error('This test needs LibreOffice: install libreoffice-calc.')
  execFileSync('bash', [
    '-c',
    'apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends libreoffice-calc-nogui',
  ])
  return 'soffice'
}

/** Comma, double quotes, UTF-8, from the first line, American English, cells as displayed, every sheet. */
const AS_SHOWN = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,1033,false,true,true,false,false,-1'

it('API-24: LibreOffice opens an export and shows each cell as intended', { timeout: 900_000 }, async () => {
  const program = office()
  const server = await startTestServer()
  const folder = mkdtempSync(path.join(tmpdir(), 'tiffin-office-'))
  onTestFinished(async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  const { database, world } = server
  const order = await insertOrder(database, world, {
    total: '1234567.5',
    // Half past midnight of the next day in Berlin, where the company is.
    time_create: '2026-07-01T22:30:00.000Z',
    comment: '=1+1',
    paid: 1,
  })
  const token = await server.signIn('owner')
  const params = {
    tables: [
      { table: 'order', search: [{ key: 'order_id', prm: order }] },
      { table: 'user', include: ['name', 'phone'] },
    ],
    columns: [
      { field: 'order_id', title: 'Number' },
      { field: 'total', title: 'Сумма' },
      'time_create',
      'user',
      { field: 'paid', words: { 1: 'نعم' } },
      'comment',
    ],
    title: 'Orders',
    filters: ['Merchant: Pizzeria', '@SUM(A1)'],
  }
  const answer = await server.call('Export', 'ticket', { params }, { token })
  const { ticket } = answer['data'] as { ticket: string }
  const address = new URLSearchParams({ api: 'Export', method: 'Excel', token: ticket })
  const response = await fetch(`${server.url}/api?${address.toString()}`, { headers: { authorization: `Bearer ${token}` } })
  writeFileSync(path.join(folder, 'export.xlsx'), new Uint8Array(await response.arrayBuffer()))
  const profile = `-env:UserInstallation=file://${folder}/profile`
  execFileSync(program, [profile, '--headless', '--convert-to', AS_SHOWN, '--outdir', folder, path.join(folder, 'export.xlsx')], {
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  })
  const shown = (sheet: string): string[] =>
    readFileSync(path.join(folder, `export-${sheet}.csv`), 'utf8')
      .trimEnd()
      .split('\n')
  expect(shown('Orders')).toEqual([
    "Orders,Merchant: Pizzeria,'@SUM(A1),,,",
    'Number,Сумма,time_create,user,paid,comment',
    `${order},"1,234,567.50",2026-07-02 00:30:00,Anna,نعم,'=1+1`,
  ])
  expect(shown('user')).toEqual(['user,', 'name,phone', 'Anna,49301234567'])
})
