import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startProxy } from './test/proxy.ts'
import { createMachine, type Machine, type Run } from './test/run-command.ts'

const { PASSWORD, insertOrder, startReceiver, startTestServer } = await import('@tiffin/server/test')
vi.setConfig({ testTimeout: 60_000 })
let server: Awaited<ReturnType<typeof startTestServer>>
let receiver: Awaited<ReturnType<typeof startReceiver>>
/** Signed in as the owner. */
let machine: Machine

const tiffin = (...args: string[]): Promise<Run> => machine.run(args)
const json = (run: Run): unknown => JSON.parse(run.out)
const when = <T>(check: () => Promise<T> | T): Promise<T> => vi.waitFor(check, { timeout: 45_000, interval: 100 })

beforeAll(async () => {
  server = await startTestServer({ TIFFIN_WEBHOOK_NETWORKS: '127.0.0.1' })
  receiver = await startReceiver()
  machine = createMachine({ TIFFIN_URL: server.url })
  await machine.run(['login', '--login', 'owner', '--password-stdin'], { input: PASSWORD })
})
afterAll(async () => {
  machine.remove()
  await receiver.stop()
  await server.stop()
})

async function moveOrder(): Promise<number> {
  const order = await insertOrder(server.database, server.world)
  const run = await tiffin('orders', 'move', String(order), '--to', 'Accepted')
  expect(run).toMatchObject({ code: 0 })
  return order
}

const docs = (name: string): string => readFileSync(path.join(import.meta.dirname, '../../../docs', name), 'utf8')

interface Delivery {
  webhook_delivery_id: number
  type: string
  state: string
}
const deliveries = async (id: string, ...args: string[]): Promise<Delivery[]> =>
  json(await tiffin('webhook', 'deliveries', id, '--json', ...args)) as Delivery[]

it('runs the recipe of docs/command-line.md, with another address', async () => {
  const recipe = /## Receive webhooks\n\n```sh\n(.*?)```/s.exec(docs('command-line.md'))?.[1] ?? ''
  const [before = '', after = ''] = recipe.replace('https://shop.example.com/hooks', receiver.url).split(/^# .*\n/m)
  const shell = (script: string) => machine.shell('sh', `set -e; cd "$HOME"; ${script}`, {})
  await shell(before)
  const secret = readFileSync(path.join(machine.home, 'secret.txt'), 'utf8').trim()
  await shell(after)
  await when(() => expect(receiver.messages.length).toBeGreaterThan(0))
  const [message] = receiver.messages
  expect(new Webhook(secret).verify(message?.body ?? '', message?.headers as Record<string, string>)).toMatchObject({
    type: 'test',
  })
})

describe('webhooks', () => {
  it('are created, listed, rotated, replayed and deleted', async () => {
    const args = ['webhook', 'create', receiver.url, '--events', 'moved', '--name', 'Shop']
    expect(json(await tiffin(...args, '--dry-run', '--json', 'url,order_created,order_moved'))).toEqual({
      url: receiver.url,
      order_created: 0,
      order_moved: 1,
    })
    const created = await tiffin(...args, '--json')
    const { webhook_id, secret } = json(created) as { webhook_id: number; secret: string }
    const id = String(webhook_id)
    expect(created.err).toBe("Copy it now: it won't be shown again\n")
    expect(json(await tiffin('webhook', 'list', '--json', 'webhook_id,name,order_created,order_moved'))).toContainEqual({
      webhook_id,
      name: 'Shop',
      order_created: 0,
      order_moved: 1,
    })
    const rotated = await tiffin('webhook', 'rotate', id)
    expect(rotated.out).toMatch(/^whsec_[\w+/=]+\n$/)
    expect(rotated.out.trim()).not.toBe(secret)
    await moveOrder()
    await when(async () => expect(await deliveries(id)).toMatchObject([{ type: 'order.moved', state: 'delivered' }]))
    const [delivery] = await deliveries(id, '--state', 'delivered')
    const key = String(delivery?.webhook_delivery_id)
    expect(await tiffin('webhook', 'replay', id, key)).toMatchObject({ code: 0, err: 'Queued again: 1\n' })
    await when(() => expect(receiver.messages.filter(({ body }) => body.includes('"order.moved"')).length).toBeGreaterThan(1))
    const sent = (await deliveries(id)).length
    expect(await tiffin('webhook', 'test', id, '--dry-run')).toMatchObject({ code: 0, err: 'Nothing was changed\n' })
    expect(await deliveries(id)).toHaveLength(sent)
    expect(await tiffin('webhook', 'delete', id)).toMatchObject({ code: 2, err: expect.stringContaining('--yes') as string })
    expect(await tiffin('webhook', 'delete', id, '--yes')).toMatchObject({ code: 0, err: 'Deleted: 1\n' })
    expect(await tiffin('webhook', 'test', id)).toMatchObject({ code: 3 })
  })

  it('say how to get the secret if it was lost while they were created', async () => {
    const proxy = await startProxy(server.url, (body) => (body.includes('method=rotate') ? 'drop' : 'pass'))
    try {
      await machine.run(['login', '--login', 'owner', '--password-stdin'], { input: PASSWORD, env: { TIFFIN_URL: proxy.url } })
      const run = await machine.run(['webhook', 'create', receiver.url], { env: { TIFFIN_URL: proxy.url } })
      expect(run).toMatchObject({ code: 1, out: '' })
      const id = /To get one: tiffin webhook rotate (\d+)\n/.exec(run.err)?.[1] ?? ''
      await machine.run(['login', '--login', 'owner', '--password-stdin'], { input: PASSWORD })
      expect(await tiffin('webhook', 'rotate', id)).toMatchObject({ code: 0 })
      expect(await tiffin('webhook', 'delete', id, '--yes')).toMatchObject({ code: 0 })
    } finally {
      proxy.stop()
    }
  })

  it.each([
    ['an address without a scheme', ['create', 'shop.example.com'], 'The address shop.example.com is not valid'],
    ['an unknown event', ['create', 'https://x.example', '--events', 'paid'], 'Event not found: paid'],
    ['no deliveries and no period', ['replay', '1'], '--from is required'],
    ['both deliveries and a period', ['replay', '1', '7', '--from', '2026-11-20T08:00Z'], 'Give deliveries or a period'],
    ['a time without a zone', ['replay', '1', '--from', '2026-11-20T08:00'], '--from must be a time with its zone'],
    ['another kind of address', ['listen', '--forward-to', 'file:///etc/passwd'], 'is not valid'],
    [
      'a word as feed number',
      ['listen', '--forward-to', 'http://localhost:1', '--since', 'now'],
      '--since must be a number: now',
    ],
  ])('refuse %s', async (_what, args, text) => {
    const run = await tiffin('webhook', ...args)
    expect(run).toMatchObject({ code: 2, out: '' })
    expect(run.err).toContain(text)
  })
})

describe('listen', () => {
  /** Runs until `enough` holds for the output, then presses Ctrl+C. */
  function listen(enough: (out: string) => boolean, ...args: string[]): Promise<Run> {
    let shown = ''
    return machine.run(['webhook', 'listen', '--forward-to', receiver.url, ...args], {
      onOut: (out) => (shown = out),
      until: () => enough(shown),
    })
  }
  const secretIn = ({ err }: Run): string => /Signing secret: (\S+)/.exec(err)?.[1] ?? ''
  const ordersIn = ({ out }: Run): number[] => [...out.matchAll(/#(\d+)/g)].map(([, id]) => Number(id))

  it('forwards events as they happen, signed, and continues where it stopped', async () => {
    const first = await moveOrder()
    let second = 0
    const moving = { done: false }
    const run = await listen(
      (out) => {
        if (out.includes(`#${first}`) && !moving.done) {
          moving.done = true
          void moveOrder().then((order) => (second = order))
        }
        return second > 0 && out.includes(`#${second}`)
      },
      '--since',
      '0',
    )
    expect(run.code).toBe(130)
    expect(run.out).toMatch(/^\d+ {2}order\.moved {2}#\d+ {2}204$/m)
    expect(ordersIn(run).slice(-2)).toEqual([first, second])
    // The server sends the same order for the webhook of the recipe.
    const last = receiver.messages.findLast(({ headers }) => headers['user-agent'] !== 'Tiffin-Webhooks/1')
    expect(new Webhook(secretIn(run)).verify(last?.body ?? '', last?.headers as Record<string, string>)).toMatchObject({
      data: { order_id: second },
    })
    const third = await moveOrder()
    const next = await listen((out) => out.includes(`#${third}`))
    expect(next.code).toBe(130)
    expect(ordersIn(next)).toEqual([third])
    expect(secretIn(next)).toBe(secretIn(run))
  })

  it('continues after the last event that got an answer, also within one page', async () => {
    const { data } = JSON.parse((await tiffin('api', 'Webhook', 'events')).out) as { data: { feed: number } }
    const orders = [await moveOrder(), await moveOrder(), await moveOrder()]
    receiver.answer = { status: 200, body: 'ok\u202e', delayMs: 500 }
    const run = await listen((out) => out.includes('#'), '--since', String(data.feed))
    const next = await listen((out) => out.includes(`#${orders[2]}`))
    receiver.answer = { status: 204 }
    expect([...ordersIn(run), ...ordersIn(next)]).toEqual(orders)
  })

  it('ends, with the reason, if its position cannot be saved', async () => {
    const state = path.join(machine.home, 'no-state')
    mkdirSync(path.join(state, 'tiffin'), { recursive: true })
    writeFileSync(path.join(state, 'tiffin/webhooks'), 'in the way')
    const began = Date.now()
    const run = await machine.run(['webhook', 'listen', '--forward-to', receiver.url], {
      env: { XDG_STATE_HOME: state, TIFFIN_TOKEN: await server.signIn('owner') },
      until: () => Date.now() - began > 30_000,
      signal: 'SIGKILL',
    })
    expect(run).toMatchObject({ code: 1, err: expect.stringContaining('[state_unusable]') as string })
  })

  it('ends with the reason when its access token is refused', async () => {
    const token = (await tiffin('token', 'create', '--name', 'ci', '--expires', '1d', '--scope', 'read')).out.trim()
    const require = (flag: 0 | 1) =>
      server.database.asOwner('update company set owner_second_factor = $1 where company_id = $2', [flag, server.world.a])
    const run = await machine.run(['webhook', 'listen', '--forward-to', receiver.url], {
      env: { TIFFIN_TOKEN: token },
      onErr(err) {
        if (err.includes('Forwarding events')) void require(1)
      },
    })
    await require(0)
    expect(run).toMatchObject({ code: 4, err: expect.stringContaining('[token_factor_required]') as string })
  })

  it('tries again while nothing answers', async () => {
    const { port } = receiver
    const order = await moveOrder()
    await receiver.stop()
    const running = machine.run(['webhook', 'listen', '--forward-to', receiver.url, '--json'], {
      onOut: (out, child) => out.includes(`"order_id":${order}`) && child.kill('SIGINT'),
      onErr: (err) => {
        if (err.includes('trying again') && !back) back = startReceiver(port)
      },
    })
    let back: ReturnType<typeof startReceiver> | undefined
    const run = await running
    receiver = (await back) as typeof receiver
    expect(run.code).toBe(130)
    const rows = run.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(rows.at(-1)).toMatchObject({ type: 'order.moved', order_id: order, http_status: 204 })
  })
})

it('the receiver of docs/webhooks.md verifies messages', async () => {
  const code = /```js\n(.*?)```/s.exec(docs('webhooks.md'))?.[1] ?? ''
  // Inside the package, so that it finds the library.
  const folder = mkdtempSync(path.join(import.meta.dirname, '../node_modules/receiver-'))
  const file = path.join(folder, 'receiver.mjs')
  writeFileSync(file, code)
  const secret = `whsec_${Buffer.from('secret of the example').toString('base64')}`
  const port = await freePort()
  const child = spawn(process.execPath, [file], { env: { ...process.env, PORT: String(port), WEBHOOK_SECRET: secret } })
  let out = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
  try {
    const body = JSON.stringify({ type: 'order.moved', data: { order_id: 42, order: { total: '24.50' } } })
    const now = new Date()
    const post = (text: string) =>
      fetch(`http://127.0.0.1:${port}/`, {
        method: 'POST',
        body: text,
        headers: {
          'webhook-id': 'evt_1',
          'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
          'webhook-signature': new Webhook(secret).sign('evt_1', now, body),
        },
      })
    await when(async () => expect((await post(body)).status).toBe(204))
    expect((await post(`${body} `)).status).toBe(401)
    await when(() => expect(out).toContain('order.moved 42 24.50\n'))
  } finally {
    child.kill()
    rmSync(folder, { recursive: true, force: true })
  }
})

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}
