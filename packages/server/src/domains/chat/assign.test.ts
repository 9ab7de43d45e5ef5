import type { ChatUser } from '@tiffin/sdk/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertRow } from '../../test/seed.ts'
import { type Answer, openChat, startTestServer, type TestServer } from '../../test/test-server.ts'

let server: TestServer
let owner: string
let user_id: number
beforeAll(async () => {
  server = await startTestServer()
  await server.database.asOwner('update company set allow_chat = 1')
  owner = await server.signIn('owner')
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.database.asOwner('delete from chat_conversation')
  await server.database.asOwner('update "user" set chat_date = null')
  user_id = await customer()
  await chooseRoutes([])
})

const customer = () => insertRow(server.database, 'user', { company: server.world.a, name: 'Ida', chat_date: new Date() })
/** The pages of the operator. */
const chooseRoutes = (routes: string[]) =>
  server.database.asOwner('update membership set navigation = $1 where admin = $2', [
    JSON.stringify(routes),
    server.world.operatorA,
  ])
const call = (method: string, input: object, token = owner, company = server.world.a) =>
  server.call('Chat', method, input, { token, company })
const assign = (admin_id: number | null, user = user_id) => call('assign', { user_id: user, admin_id })
const list = async (input: object, token = owner): Promise<ChatUser[]> =>
  ((await call('users', input, token))['data'] as { users: ChatUser[] }).users
const ids = async (assigned: string) => (await list({ assigned })).map((user) => user.user_id)
const nameIn = (answer: Answer) => (answer['data'] as { user: ChatUser }).user

describe('a conversation', () => {
  it('is assigned to a colleague or oneself, or unassigned, and found by that', async () => {
    const { ownerA, operatorA } = server.world
    await chooseRoutes(['Company-Chat'])
    const [mine, others, nobodys] = [user_id, await customer(), await customer()]
    expect(nameIn(await assign(ownerA, mine))).toMatchObject({ user_id: mine, admin_id: ownerA, admin_name: 'Olga Ames' })
    expect(nameIn(await assign(operatorA, others))).toMatchObject({ admin_id: operatorA, admin_name: 'Otto' })
    expect([await ids('mine'), await ids('none'), await ids('all')]).toEqual([[mine], [nobodys], [nobodys, others, mine]])
    expect(await list({ user_id: others })).toMatchObject([{ user_id: others, admin_id: operatorA }])
    expect(nameIn(await assign(null, mine))).toMatchObject({ admin_id: null, admin_name: '' })
    expect([await ids('mine'), await ids('none')]).toEqual([[], [nobodys, mine]])
  })

  it('is not assigned by a reply', async () => {
    const chat = openChat(server.url, owner, { company: server.world.a })
    await chat.next(({ mode }) => mode === 'handshake')
    const uuid = '7b1c2d30-0000-4000-8000-000000000099'
    chat.socket.send(JSON.stringify({ mode: 'message', message: { uuid, user_id, text: 'Hello' } }))
    await chat.next(({ mode }) => mode === 'message')
    chat.socket.close()
    expect(await list({ user_id })).toMatchObject([{ admin_id: null }])
    await assign(server.world.ownerA)
    expect(await server.database.asOwner('select last, admin from chat_conversation where user_id = $1', [user_id])).toEqual([
      { last: 1, admin: server.world.ownerA },
    ])
  })

  it('shows who is responsible on all consoles at once', async () => {
    const other = await server.another()
    const consoles = [server.url, other.url].map((url) => openChat(url, owner, { company: server.world.a }))
    for (const { next } of consoles) await next(({ mode }) => mode === 'handshake')
    await assign(server.world.ownerA)
    for (const { next, socket } of consoles) {
      const frame = await next(({ mode }) => mode === 'unread')
      expect(frame['user']).toMatchObject({ user_id, admin_id: server.world.ownerA, admin_name: 'Olga Ames' })
      socket.close()
    }
  })

  it('of a user who leaves the company becomes unassigned', async () => {
    const { a: company } = server.world
    const admin = await insertRow(server.database, 'admin', { login: 'leaver', name: 'Lea' })
    await insertRow(server.database, 'membership', { company, admin, company_role: 2, navigation: ['Company-Chat'] })
    expect(nameIn(await assign(admin))).toMatchObject({ admin_name: 'Lea' })
    const tables = [{ table: 'admin', id: admin }]
    expect(await server.call('Reference', 'deleteData', { tables }, { token: owner, company })).toMatchObject({ status: 'OK' })
    expect(await list({ user_id })).toMatchObject([{ admin_id: null, admin_name: '' }])
  })

  it.each([
    [
      'is blocked',
      () => server.database.asOwner('update admin set admin_status = 0 where admin_id = $1', [server.world.operatorA]),
    ],
    ['loses the page', () => chooseRoutes([])],
  ])('of a person who %s becomes unassigned', async (_, happens) => {
    const { operatorA } = server.world
    await chooseRoutes(['Company-Chat'])
    await assign(operatorA)
    expect(await ids('none')).toEqual([])
    await happens()
    expect(await ids('none')).toEqual([user_id])
    for (const input of [{ user_id }, { assigned: 'all' }])
      expect(await list(input)).toMatchObject([{ admin_id: null, admin_name: '' }])
    await server.database.asOwner('update admin set admin_status = 1 where admin_id = $1', [operatorA])
  })
})

describe('rights', () => {
  it('only people who may answer customers can be chosen', async () => {
    const { operatorA, ownerA, ownerB, platform } = server.world
    const names = async () =>
      ((await call('colleagues', {}))['data'] as { colleagues: { admin_id: number }[] }).colleagues.map((one) => one.admin_id)
    expect(await names()).toEqual([ownerA])
    for (const admin of [operatorA, ownerB, platform, 999_999])
      expect(await assign(admin), String(admin)).toMatchObject({ code: 'invalid_value' })
    await chooseRoutes(['Company-Chat', 'https://example.com'])
    expect(await names()).toEqual([ownerA, operatorA])
    expect(await assign(operatorA)).toMatchObject({ status: 'OK' })
    await server.database.asOwner('update admin set admin_status = 0 where admin_id = $1', [operatorA])
    expect(await names()).toEqual([ownerA])
    await server.database.asOwner('update admin set admin_status = 1 where admin_id = $1', [operatorA])
  })

  it('only people who may answer customers assign, and only conversations of their company', async () => {
    const { b, ownerB, userB, ownerA } = server.world
    expect(await assign(ownerA, userB)).toMatchObject({ code: 'not_found' })
    const ofB = await server.signIn('owner-b')
    expect(await call('assign', { user_id, admin_id: ownerB }, ofB, b)).toMatchObject({ code: 'not_found' })
    const operator = await server.signIn('operator')
    for (const [method, input] of [
      ['assign', { user_id, admin_id: null }],
      ['colleagues', {}],
    ] as const)
      expect(await call(method, input, operator)).toMatchObject({ code: 'forbidden' })
  })
})
