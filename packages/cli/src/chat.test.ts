import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createMachine, type Machine, type Run } from './test/run-command.ts'

const { insertOrder, insertRow, openChat, PASSWORD, startTestServer } = await import('@tiffin/server/test')
vi.setConfig({ testTimeout: 60_000 })
let server: Awaited<ReturnType<typeof startTestServer>>
/** Signed in as the owner. */
let machine: Machine

const json = (run: Run): unknown => JSON.parse(run.out)
const tiffin = (...args: string[]): Promise<Run> => machine.run(args)

beforeAll(async () => {
  server = await startTestServer()
  await server.database.asOwner('update company set allow_chat = 1')
  machine = createMachine({ TIFFIN_URL: server.url })
  await machine.run(['login', '--login', 'owner', '--password-stdin'], { input: PASSWORD })
})
afterAll(async () => {
  machine.remove()
  await server.stop()
})

it('lists, reads and answers a conversation', async () => {
  const { a: company, userA: user_id } = server.world
  await insertRow(server.database, 'chat_message', {
    company,
    user_id,
    chat_id: 1,
    type: 0,
    text: 'Where &amp; <b>when</b>?',
    status: 1,
  })
  await server.database.asOwner('insert into chat_conversation (company, user_id, last) values ($1, $2, 1)', [company, user_id])
  await server.database.asOwner('update "user" set chat_date = now(), chat_admin_unread = 1 where user_id = $1', [user_id])
  expect(json(await tiffin('chat', 'list', '--unread', '--json', 'user_id,name'))).toEqual([{ user_id, name: 'Anna' }])
  const read = ['chat', 'read', String(user_id), '--json', 'text,status'] as const
  expect(json(await tiffin(...read, '--keep-unread'))).toEqual([{ text: 'Where & when?', status: 1 }])
  expect(json(await tiffin('chat', 'list', '--unread', '--json'))).toHaveLength(1)
  await tiffin(...read)
  expect(json(await tiffin('chat', 'list', '--unread', '--json'))).toEqual([])
  expect(await tiffin('chat', 'send', String(user_id), 'In <10 minutes>')).toMatchObject({ code: 0 })
  expect(await machine.run(['chat', 'send', String(user_id), '-'], { input: 'two\nlines\n' })).toMatchObject({ code: 0 })
  expect(json(await tiffin(...read))).toEqual([
    { text: 'Where & when?', status: 3 },
    { text: 'In <10 minutes>', status: 1 },
    { text: 'two\nlines', status: 1 },
  ])
})

it('lists conversations assigned to the caller, or unassigned ones', async () => {
  const { userA: user_id, ownerA: admin } = server.world
  const list = async (...more: string[]) => json(await tiffin('chat', 'list', ...more, '--json', 'user_id,admin_name'))
  expect([await list('--mine'), await list('--unassigned')]).toEqual([[], [{ user_id, admin_name: '' }]])
  await server.database.asOwner('update chat_conversation set admin = $1 where user_id = $2', [admin, user_id])
  expect([await list('--mine'), await list('--unassigned')]).toEqual([[{ user_id, admin_name: 'Olga Ames' }], []])
  expect(await tiffin('chat', 'list', '--mine', '--unassigned')).toMatchObject({ code: 2 })
})

it('finds messages with a text, and leaves them unread', async () => {
  const { a: company, userA: user_id } = server.world
  const insert = (chat_id: number, text: string) =>
    insertRow(server.database, 'chat_message', { company, user_id, chat_id, type: 0, text, status: 1, user_name: 'Anna' })
  for (const [chat_id, text] of [
    [101, 'A <b>pizza</b> &amp; a cola'],
    [102, 'Two Pizzas'],
  ] as const)
    await insert(chat_id, text)
  const search = (text: string, ...more: string[]) => tiffin('chat', 'read', String(user_id), '--search', text, ...more)
  const fields = ['--json', 'chat_id,from,text'] as const
  const [first, second] = [
    { chat_id: 102, from: 'Anna', text: 'Two Pizzas' },
    { chat_id: 101, from: 'Anna', text: 'A pizza & a cola' },
  ]
  expect(json(await search('PIZZA', ...fields))).toEqual([first, second])
  const cut = await search('pizza', ...fields, '--limit', '1')
  expect([json(cut), cut.err]).toEqual([[first], expect.stringContaining('--limit')])
  const status = await server.database.asOwner('select distinct status from chat_message where chat_id > 100')
  expect(status).toEqual([{ status: 1 }])
  expect(json(await search('sushi', '--json'))).toEqual([])
  expect(await search(' ')).toMatchObject({ code: 2, err: expect.stringContaining('empty') as string })
  expect(await tiffin('chat', 'read', String(server.world.userB), '--search', 'x')).toMatchObject({ code: 3 })
  await server.database.asOwner('delete from chat_message where chat_id > 100')
})

it("sends nothing over a colleague's reply that the caller has not read", async () => {
  const { a: company, userA: user_id } = server.world
  const [last] = json(await tiffin('chat', 'read', String(user_id), '--limit', '1', '--json', 'chat_id')) as [{ chat_id: number }]
  const colleague = openChat(server.url, await server.signIn('platform'), { company })
  await colleague.next(({ mode }) => mode === 'handshake')
  const uuid = '7b1c2d30-0000-4000-8000-000000000088'
  colleague.socket.send(JSON.stringify({ mode: 'message', message: { uuid, user_id, text: 'Mine' } }))
  await colleague.next(({ mode }) => mode === 'message')
  const send = (seen: number | string) => tiffin('chat', 'send', String(user_id), 'Also mine', '--seen', String(seen))
  expect(await send(last.chat_id)).toMatchObject({
    code: 1,
    err: expect.stringContaining('has replied in the meantime') as string,
  })
  expect(await send('x')).toMatchObject({ code: 2 })
  expect(await send(last.chat_id + 1)).toMatchObject({ code: 0 })
  colleague.socket.close()
})

it('sends a canned answer, filled in for the customer', async () => {
  const { userA: user_id } = server.world
  await tiffin('save', 'chat_answer', '--set', 'title=Late order', '--set', 'text=Sorry, %name, order %order is late')
  const sent = ['chat', 'send', String(user_id), '--answer'] as const
  expect(await tiffin(...sent, 'late ORDER')).toMatchObject({ code: 0 })
  const last = async () => json(await tiffin('chat', 'read', String(user_id), '--limit', '1', '--json', 'text'))
  expect(await last()).toEqual([{ text: 'Sorry, Anna, order is late' }])
  const order = await insertOrder(server.database, server.world, { user: user_id })
  expect(await tiffin(...sent, 'Late order')).toMatchObject({ code: 0 })
  expect(await last()).toEqual([{ text: `Sorry, Anna, order #${order} is late` }])
  expect(await tiffin(...sent, 'No such')).toMatchObject({ code: 2, err: expect.stringContaining('No such') as string })
  expect(await tiffin(...sent, 'Late order', 'and a text')).toMatchObject({ code: 2 })
  expect(await tiffin('chat', 'send', String(user_id))).toMatchObject({ code: 2 })
})

it('refuses what the server refuses, and sends nothing with --dry-run', async () => {
  const { userA, userB } = server.world
  const count = () => server.database.asOwner('select from chat_message').then((rows) => rows.length)
  const before = await count()
  expect(await tiffin('chat', 'send', String(userB), 'Hello')).toMatchObject({ code: 3 })
  expect(await tiffin('chat', 'read', String(userB))).toMatchObject({ code: 3 })
  expect(await tiffin('chat', 'send', String(userA), ' ')).toMatchObject({ code: 2 })
  expect(await tiffin('chat', 'send', String(userA), 'Hello', '--dry-run')).toMatchObject({ code: 0 })
  expect(await count()).toBe(before)
})

it('an access token that may only read sends nothing', async () => {
  const { userA } = server.world
  const token = (await tiffin('token', 'create', '--name', 'ci', '--expires', '90d', '--scope', 'read')).out.trim()
  const chat = openChat(server.url, token, { company: server.world.a })
  await chat.next(({ mode }) => mode === 'handshake')
  const uuid = '7b1c2d30-0000-4000-8000-000000000077'
  chat.socket.send(JSON.stringify({ mode: 'message', message: { uuid, user_id: userA, text: 'x' } }))
  expect(await chat.next(({ mode }) => mode === 'error')).toMatchObject({ code: 'scope_required' })
  expect(await server.database.asOwner('select from chat_message where uuid = $1', [uuid])).toEqual([])
})
