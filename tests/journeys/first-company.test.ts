import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { compiled } from '../fixtures/compiled.ts'

const entry = path.resolve(import.meta.dirname, '../../packages/cli/src/main.ts')
const home = mkdtempSync(path.join(tmpdir(), 'tiffin-empty-'))
// Under root, the database runs as another account, which must be able to enter.
chmodSync(home, 0o711)
const env: Record<string, string> = {
  PATH: process.env['PATH'] ?? '',
  HOME: home,
  LANG: 'C.UTF-8',
  TIFFIN_HOME: path.join(home, 'data'),
  TIFFIN_LOG: 'warn',
  NODE_COMPILE_CACHE: compiled,
  PORT: '0',
}
const start = (args: string[]) =>
  spawn(process.execPath, ['--conditions=@tiffin/source', entry, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })

/** Runs the command and returns its JSON output. */
async function tiffin<T = Record<string, unknown>>(...args: string[]): Promise<T> {
  const child = start([...args, '--json'])
  let out = ''
  let err = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`tiffin ${args.join(' ')} ended with ${code}: ${err}`)
  return JSON.parse(out) as T
}

let server: ReturnType<typeof start>

beforeAll(async () => {
  server = start(['serve'])
  let said = ''
  env['TIFFIN_URL'] = await new Promise<string>((resolve, reject) => {
    server.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text
      const url = /http:\/\/\S+/.exec(said)?.[0]
      if (url !== undefined) resolve(url)
    })
    server.once('exit', () => reject(new Error(`The server ended: ${said}`)))
  })
}, 120_000)
afterAll(async () => {
  const ended = server.exitCode === null ? once(server, 'exit') : Promise.resolve([server.exitCode])
  server.kill('SIGTERM')
  const [code] = (await ended) as [number | null]
  rmSync(home, { recursive: true, force: true })
  if (code !== 0) throw new Error(`The server did not stop as it should: ${code}`)
})

it('API-30 COMP-16: an empty database without the demo becomes a working company', async () => {
  const admin = await tiffin<{ login: string; password: string }>('admin', 'create', '--login', 'ann')
  expect(admin.password.length).toBeGreaterThan(20)
  env['TIFFIN_PASSWORD'] = admin.password
  expect(await tiffin('login', '--login', 'ann')).toMatchObject({ login: 'ann', role: 'platform', company_id: null })

  const company = await tiffin('company', 'create', '--name', 'Roma', '--country', 'DE', '--langs', 'en,de')
  expect(await tiffin<unknown[]>('company', 'list')).toMatchObject([{ company_id: company['company_id'], chosen: '*' }])

  const merchant = await tiffin('save', 'merchant', '--set', 'name=Pizzeria')
  const user = await tiffin('save', 'user', '--set', 'name=Anna', '--set', 'phone=4930123456')
  const statuses = await tiffin<{ order_status_id: number; created: number }[]>('list', 'order_status')
  const created = statuses.find((status) => status.created === 1)
  const cart = JSON.stringify([{ id: 1, name: 'Margherita', qty: 2, price: '9.50' }])
  // The test runs at any hour.
  const overruled = JSON.stringify(['closed'])
  const values = [
    `overruled=${overruled}`,
    `merchant=${String(merchant['merchant_id'])}`,
    `user=${String(user['user_id'])}`,
    `cart=${cart}`,
  ]
  const assignments = [...values, `order_status=${String(created?.order_status_id)}`].flatMap((value) => ['--set', value])
  const order = await tiffin('save', 'order', ...assignments)
  expect(order).toMatchObject({ total: '19.00', ticket: 1 })

  const [listed] = await tiffin<{ order_id: number }[]>('orders', 'list')
  expect(listed).toMatchObject({ order_id: order['order_id'], status: { value: { en: 'New' } }, user_obj: { name: 'Anna' } })
  const [moved] = await tiffin<unknown[]>('orders', 'move', String(order['order_id']), '--to', 'Accepted')
  expect(moved).toMatchObject({ result: 'moved', from: 'New', to: 'Accepted' })
  expect(await tiffin<unknown[]>('orders', 'list', '--status', 'Accepted')).toMatchObject([{ order_id: order['order_id'] }])
}, 120_000)
