import { type Calls, CHAT_HITS, MAX_CHAT_SEARCHED, type Output } from '@tiffin/sdk/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertRow } from '../../test/seed.ts'
import { startTestServer, type TestServer } from '../../test/test-server.ts'

type Found = Output<Calls['Chat']['find']>['data']

let server: TestServer
let owner: string
beforeAll(async () => {
  server = await startTestServer()
  await server.database.asOwner('update company set allow_chat = 1')
  owner = await server.signIn('owner')
})
afterAll(() => server.stop())

/** A conversation with these messages, from the first on. */
async function conversation(...texts: string[]): Promise<number> {
  const company = server.world.a
  const user_id = await insertRow(server.database, 'user', { company, name: 'Ida' })
  for (const [index, text] of texts.entries())
    await insertRow(server.database, 'chat_message', { company, user_id, chat_id: index + 1, text, type: 0, user_name: 'Ida' })
  return user_id
}
/** Rows by SQL, `n` being the number of a message. */
const insertMany = (user_id: number, count: number, text: string) =>
  server.database.asOwner(
    `insert into chat_message (company, user_id, chat_id, type, text) select $1, $2, n, 0, ${text} from generate_series(1, $3) n`,
    [server.world.a, user_id, count],
  )
const call = (input: object, token = owner, company = server.world.a) => server.call('Chat', 'find', input, { token, company })
const find = async (user_id: number, search: string, before?: number): Promise<Found> => {
  const answer = await call({ user_id, search, before })
  expect(answer.status).toBe('OK')
  return answer['data'] as Found
}
const numbers = ({ hits }: Found) => hits.map(({ chat_id }) => chat_id)

describe('a search in a conversation', () => {
  it.each([
    ['Where is my Order?', 'ORDER', true],
    ['Где мой Заказ?', 'зАКАЗ', true],
    ['ΟΔΟΣ', 'οδος', true],
    ['2 &lt; 3 &amp; 4', '2 < 3 & 4', true],
    ['a &amp; b', 'amp', false],
    ['<b>bo</b>ld', 'bold', true],
    ['<b>bold</b>', '<b>', false],
    ['one<br>two', 'one two', true],
    ['one   two', ' one  two ', true],
    ['100% sure', '100%', true],
    ['1000 sure', '100%', false],
    ['a_b', 'a_b', true],
    ['axb', 'a_b', false],
    [String.raw`a\b`, String.raw`a\b`, true],
    ['ab', String.raw`a\b`, false],
    ['<a href="https://shop.example/menu">Card</a>', 'menu', false],
  ])('in %j, %j is found: %s', async (text, search, isFound) => {
    expect(numbers(await find(await conversation(text), search))).toEqual(isFound ? [1] : [])
  })

  it('answers the latest first, with who, when and a plain excerpt, and leaves out deleted messages', async () => {
    const user_id = await conversation(
      `${'Good morning to you all. '.repeat(4)}I miss a <b>pizza</b>.${' Please help.'.repeat(20)}`,
      'A deleted pizza',
      'No match',
    )
    await insertRow(server.database, 'chat_message', {
      company: server.world.a,
      user_id,
      chat_id: 4,
      type: 1,
      text: 'Pizza is on its way',
      admin_id: server.world.ownerA,
      admin_name: 'Olga Ames',
      user_name: 'Ida',
    })
    await server.database.asOwner('update chat_message set delete = 1 where user_id = $1 and chat_id = 2', [user_id])
    const found = await find(user_id, 'pizza')
    expect(found.hits).toMatchObject([
      { chat_id: 4, type: 1, name: 'Olga Ames', excerpt: 'Pizza is on its way' },
      {
        chat_id: 1,
        type: 0,
        name: 'Ida',
        excerpt: expect.stringMatching(/^…all\. Good morning to you all\. I miss a pizza\. .+…$/) as string,
      },
    ])
    expect(found).toMatchObject({ searched: 4, next: null, back_to: found.hits[1]?.date })
  })

  it('continues where the last call ended', async () => {
    const user_id = await conversation()
    await insertMany(user_id, 120, `'m' || n`)
    const first = await find(user_id, 'm')
    expect([numbers(first).length, numbers(first)[0], first.next, first.searched]).toEqual([CHAT_HITS, 120, 71, 50])
    const second = await find(user_id, 'm', 71)
    expect([numbers(second)[0], second.next]).toEqual([70, 21])
    expect(await find(user_id, 'm', 21)).toMatchObject({ next: null, searched: 20 })
    expect(await find(user_id, 'm', 51)).toMatchObject({ next: null, searched: 50 })
  })

  it('in a conversation of 100,000 messages, finds a rare word in the first by a few calls that each read a part', async () => {
    const user_id = await conversation()
    await insertMany(user_id, 100_000, `case n when 1 then 'Xylophone' else 'Message ' || n end`)
    const calls: Found[] = []
    for (let before: number | undefined; calls.length < 10;) {
      const found = await find(user_id, 'xylophone', before)
      calls.push(found)
      if (found.next === null) break
      before = found.next
    }
    expect(calls.map(({ searched }) => searched)).toEqual(Array.from({ length: 5 }, () => MAX_CHAT_SEARCHED))
    expect(calls.map(numbers)).toEqual([[], [], [], [], [1]])
  })

  it('reads fewer messages if they are long', async () => {
    const user_id = await conversation()
    await insertMany(user_id, 2000, `repeat('x', 20000)`)
    const found = await find(user_id, 'y')
    expect(found).toMatchObject({ hits: [], searched: 500, next: 1501 })
  })

  it.each(['', ' ', '\n\t', '\u00A0'])('is refused without a text: %j', async (search) => {
    expect(await call({ user_id: server.world.userA, search })).toMatchObject({ code: 'required' })
  })

  it('has the rights of reading the conversation', async () => {
    const { a, b, userA, userB } = server.world
    const input = { user_id: userA, search: 'x' }
    expect(await call({ ...input, user_id: userB })).toMatchObject({ code: 'not_found' })
    expect(await call(input, await server.signIn('owner-b'), b)).toMatchObject({ code: 'not_found' })
    expect(await call(input, await server.signIn('owner-b'), a)).toMatchObject({ code: 'foreign_company' })
    expect(await call(input, await server.signIn('operator'))).toMatchObject({ code: 'forbidden' })
    expect(await call(input, await server.signIn('platform'))).toMatchObject({ status: 'OK' })
    await server.database.asOwner('update company set allow_chat = 0 where company_id = $1', [b])
    expect(await call({ ...input, user_id: userB }, await server.signIn('owner-b'), b)).toMatchObject({ code: 'option_required' })
  })
})
