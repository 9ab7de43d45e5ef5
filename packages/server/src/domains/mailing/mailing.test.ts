import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { insertRow } from '#server/test/seed'
import { type FakeMailServer, startMailServer } from '#server/test/start-mail-server'
import { type Answer, startTestServer, type TestServer } from '#server/test/test-server'
import { queueDueMailings } from './queue-mailing.ts'

vi.setConfig({ testTimeout: 60_000 })

let smtp: FakeMailServer
let server: TestServer
let owner: string

beforeAll(async () => {
  smtp = await startMailServer()
  server = await startTestServer({ TIFFIN_SMTP_URL: smtp.url })
  await server.database.asOwner(
    `update company set allow_mailing = 1, allow_push = 1, enable = 1, timezone = 'UTC' where company_id = $1`,
    [server.world.a],
  )
  owner = await server.signIn('owner')
})
afterAll(async () => {
  await server.stop()
  await smtp.stop()
})
beforeEach(() => {
  smtp.mails.length = 0
})
afterEach(async () => {
  smtp.refused = new Set()
  smtp.refuseWith = null
  smtp.refusal = 'no'
  smtp.delayMs = 0
  smtp.atOnce = 0
  for (const table of ['mail_block', 'message', 'mailing'])
    await server.database.asOwner(`delete from ${table} where company = $1`, [server.world.a])
  await server.database.asOwner(`delete from "user" where company = $1 and user_id <> $2`, [server.world.a, server.world.userA])
})

const sql = <R extends object>(text: string, values: unknown[] = []): Promise<R[]> => server.database.asOwner<R>(text, values)
const call = (method: string, data: unknown, token = owner): Promise<Answer> =>
  server.call('Mailing', method, data, { token, company: server.world.a, key: randomUUID() })
const save = (table: string, id: number, row: object, token = owner): Promise<Answer> =>
  server.call('Reference', 'saveData', { tables: [{ table, id, row }] }, { token, company: server.world.a })

const ALWAYS = { quiet_from: '00:00', quiet_until: '00:00' }

/** A saved mailing by mail. */
async function mailing(row: object = {}): Promise<number> {
  const values = { channel: 'mail', subject: { en: 'Soup' }, text: { en: 'Soup today' }, ...ALWAYS, ...row }
  await expect(save('mailing', 0, values)).resolves.toMatchObject({ status: 'OK' })
  return (await sql<{ id: number }>('select max(mailing_id) as id from mailing'))[0]?.id ?? 0
}

/** Customers with addresses who have agreed to mails. */
async function customers(count: number, row: object = {}): Promise<number[]> {
  const ids: number[] = []
  for (let n = 0; n < count; n += 1)
    ids.push(
      await insertRow(server.database, 'user', {
        company: server.world.a,
        name: `Customer ${n}`,
        email: `Customer${n}@Example.com`,
        mail_consent: 1,
        ...row,
      }),
    )
  return ids
}

interface Stored {
  state: string
  status: number
  paused: string | null
  total: number
  success: number
  fail: number
  skipped: number
  unknown: number
  kept: number
}
const stored = async (id: number): Promise<Stored> =>
  (await sql<Stored>('select * from mailing where mailing_id = $1', [id]))[0] as Stored
const rows = (id: number) =>
  sql<{ user_id: number; push: number; result: string; lang: string; attempts: number }>(
    'select user_id, push, result, lang, attempts from message where mailing_id = $1 order by user_id',
    [id],
  )
const when = <T>(check: () => Promise<T> | T): Promise<T> => vi.waitFor(check, { timeout: 45_000, interval: 50 })
const reached = (id: number, expected: Partial<Stored>): Promise<Stored> =>
  when(async () => {
    const found = await stored(id)
    expect(found).toMatchObject(expected)
    return found
  })
const recipients = (): string[] => smtp.mails.flatMap(({ to }) => to).toSorted()

describe('mailings by mail', () => {
  it('MAIL-04: counts results: a mail server that refuses half gets each mail once, without retries', async () => {
    await customers(10)
    smtp.refused = new Set([1, 3, 5, 7, 9].map((n) => `Customer${n}@example.com`))
    const id = await mailing()
    const [row] = await sql('select creator, date_create, subject, text from mailing where mailing_id = $1', [id])
    expect(row).toMatchObject({ creator: server.world.ownerA, date_create: expect.any(Date) as Date, subject: { en: 'Soup' } })
    expect(await stored(id)).toMatchObject({ state: 'draft', status: 0, total: 0, success: 0, fail: 0 })
    await expect(call('start', { mailing_id: id, count: 10 })).resolves.toMatchObject({
      status: 'OK',
      data: { state: 'sending' },
    })
    await reached(id, { state: 'done', status: 2, total: 11, success: 5, fail: 5, skipped: 1, unknown: 0 })
    expect(recipients()).toEqual([0, 2, 4, 6, 8].map((n) => `Customer${n}@example.com`))
    const blocks = await sql<{ address: string; reason: string; answer: string }>('select * from mail_block order by address')
    expect(blocks.map(({ address, reason }) => [address, reason])).toEqual(
      [1, 3, 5, 7, 9].map((n) => [`customer${n}@example.com`, 'refused']),
    )
    expect(blocks[0]?.answer).toContain('550')
    expect((await rows(id)).filter(({ push }) => push === 2).map(({ result }) => result.split(' ')[0])).toEqual(
      Array.from({ length: 5 }, () => 'refused'),
    )
    const again = await call('count', { mailing_id: id })
    expect(again['data']).toMatchObject({ total: 11, will_get: 5, without_consent: 1, without_address: 0, blocked: 5 })
  })

  it('tries an address again that the server refuses for now', async () => {
    await customers(1)
    smtp.refuseWith = 450
    const id = await mailing()
    await call('start', { mailing_id: id, count: 1 })
    await when(async () =>
      expect((await rows(id))[1]).toMatchObject({
        push: 0,
        attempts: 1,
        result: expect.stringMatching(/^unreachable/) as string,
      }),
    )
    smtp.refuseWith = null
    await reached(id, { state: 'done', success: 1 })
    expect(recipients()).toHaveLength(1)
    expect(await sql('select from mail_block')).toEqual([])
  })

  it('does not block an address when the mail server rejects the sender', async () => {
    await customers(2)
    smtp.refuseWith = 550
    smtp.refusal = '5.7.1 Relaying denied'
    const id = await mailing()
    await call('start', { mailing_id: id, count: 2 })
    await reached(id, { state: 'done', fail: 2 })
    expect(await sql('select from mail_block')).toEqual([])
  })

  it('starts only the confirmed mailing, once', async () => {
    await customers(3)
    const id = await mailing()
    await expect(call('start', { mailing_id: id, count: 4 })).resolves.toMatchObject({ code: 'selection_changed', params: [3] })
    expect([await rows(id), (await stored(id)).state]).toEqual([[], 'draft'])
    const answers = await Promise.all([1, 2, 3].map(() => call('start', { mailing_id: id, count: 3 })))
    expect(answers.map(({ code }) => code ?? 'OK').toSorted()).toEqual(['OK', 'mailing_state', 'mailing_state'])
    await reached(id, { state: 'done', success: 3 })
    expect(recipients()).toHaveLength(3)
    await expect(save('mailing', id, { text: { en: 'Other' } })).resolves.toMatchObject({ code: 'mailing_started' })
  })

  it('a scheduled mailing is changed only after its time is cancelled', async () => {
    await customers(2)
    const id = await mailing()
    const send_at = '2099-01-01T09:00:00Z'
    await expect(call('start', { mailing_id: id, count: 2, send_at })).resolves.toMatchObject({ data: { state: 'scheduled' } })
    for (const row of [{ audience: { orders_min: 3 } }, { channel: 'push' }, { text: { en: 'Other' } }])
      await expect(save('mailing', id, row)).resolves.toMatchObject({ code: 'mailing_scheduled' })
    expect(await stored(id)).toMatchObject({ audience: {}, channel: 'mail', text: { en: 'Soup today' } })
    await expect(call('stop', { mailing_id: id })).resolves.toMatchObject({ data: { state: 'draft' } })
    await expect(save('mailing', id, { audience: { orders_min: 3 } })).resolves.toMatchObject({ status: 'OK' })
  })

  it('counts by conditions, each customer by the first reason', async () => {
    const { a, merchants, statuses } = server.world
    const [first = 0, second = 0] = await customers(4)
    await customers(1, { mail_consent: 0 })
    await customers(1, { email: '' })
    await customers(1, { status: 0 })
    await customers(1, { status: 2, lang: 'ru', bonus_score: '20.00', email: 'tester@example.com' })
    await insertRow(server.database, 'mail_block', { company: a, address: 'customer3@example.com' })
    const order = { company: a, merchant: merchants[0], order_status: statuses[2] }
    for (const [user, days] of [
      [first, 2],
      [first, 40],
      [second, 40],
    ] as const)
      await insertRow(server.database, 'order', {
        ...order,
        user,
        time_create: new Date(Date.now() - days * 86_400_000).toISOString(),
      })
    const count = async (audience: object) => {
      const { total, will_get } = (await call('count', { audience, channel: 'mail' }))['data'] as Record<string, number>
      return [total, will_get]
    }
    const all = await call('count', { audience: {}, channel: 'mail' })
    expect(all['data']).toEqual({
      status: 'OK',
      total: 8,
      will_get: 4,
      without_consent: 2,
      without_address: 1,
      blocked: 1,
      same_address: 0,
    })
    expect([
      await count({ langs: ['ru'] }),
      await count({ langs: ['en'] }),
      await count({ orders_min: 2 }),
      await count({ ordered_within_days: 30 }),
      await count({ not_ordered_for_days: 30 }),
      await count({ not_ordered_for_days: 30, orders_min: 1 }),
      await count({ bonus_min: '20' }),
      await count({ testers: true }),
    ]).toEqual([
      [1, 1],
      [7, 3],
      [1, 1],
      [1, 1],
      [7, 3],
      [1, 1],
      [1, 1],
      [1, 1],
    ])
    await sql('delete from "order" where company = $1', [a])
  })

  it('sends one mail to a person who is more than one customer', async () => {
    const [first = 0] = await customers(1, { email: 'Ida@example.com' })
    const [second = 0] = await customers(1, { email: 'ida@Example.com' })
    await customers(1, { email: 'ida@example.com', mail_consent: 0 })
    const id = await mailing()
    const counted = await call('count', { mailing_id: id })
    expect(counted['data']).toMatchObject({ total: 4, will_get: 1, without_consent: 2, same_address: 1 })
    const why = await call('why', { mailing_id: id, user_id: second })
    expect((why['data'] as { steps: object[] }).steps.at(-1)).toMatchObject({
      label: 'No other customer with the address gets it',
      passed: false,
    })
    await call('start', { mailing_id: id, count: 1 })
    await reached(id, { state: 'done', success: 1, skipped: 3 })
    expect(recipients()).toEqual(['Ida@example.com'])
    expect((await rows(id)).filter(({ user_id }) => [first, second].includes(user_id))).toMatchObject([
      { push: 1 },
      { push: 5, result: 'same_address' },
    ])
  })

  it('writes in the language of the customer, else of the company, else in any', async () => {
    await customers(1, { lang: 'ru', email: 'ru@example.com' })
    await customers(1, { lang: 'de', email: 'de@example.com' })
    const id = await mailing({ subject: { ru: 'Суп', en: 'Soup' }, text: { ru: 'Суп сегодня', en: 'Soup today' } })
    await call('start', { mailing_id: id, count: 2 })
    await reached(id, { state: 'done' })
    const mail = (to: string): string => smtp.mails.find((found) => found.to.includes(to))?.raw ?? ''
    expect(mail('de@example.com')).toContain('Soup today')
    expect(mail('ru@example.com')).toContain(`Subject: =?UTF-8?`)
    expect((await rows(id)).map(({ lang }) => lang).slice(1)).toEqual(['ru', 'de'])
  })

  /** The link to unsubscribe in the mail that a customer got. */
  function linkOf(user: number): string {
    const links = smtp.mails.map(({ raw }) => {
      const flat = raw.replaceAll(/\r\n[ \t]+/g, ' ')
      expect(flat).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
      return /List-Unsubscribe: <([^>]+)>/.exec(flat)?.[1]?.replace('localhost', '127.0.0.1') ?? ''
    })
    return links.find((link) => link.includes(`.${user}.mail.`)) ?? ''
  }

  it('unsubscribes by one click and by the button of the page, never by opening the link', async () => {
    const [user = 0, other = 0] = await customers(2)
    const id = await mailing()
    await call('start', { mailing_id: id, count: 2 })
    await reached(id, { state: 'done' })
    const page = await fetch(linkOf(user))
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<form method="post">')])
    const consents = async () =>
      (
        await sql<{ c: number }>('select mail_consent::int as c from "user" where user_id = any($1) order by user_id', [
          [user, other],
        ])
      ).map(({ c }) => c)
    expect(await consents()).toEqual([1, 1])
    const click = await fetch(linkOf(user), { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) })
    expect([click.status, await consents()]).toEqual([200, [0, 1]])
    const form = new FormData()
    form.set('List-Unsubscribe', 'One-Click')
    expect([(await fetch(linkOf(other), { method: 'POST', body: form })).status, await consents()]).toEqual([200, [0, 0]])
    const forged = linkOf(user).replace(`.${user}.`, `.${server.world.userA}.`)
    expect([(await fetch(forged, { method: 'POST' })).status, (await fetch(`${forged}x`)).status]).toEqual([404, 404])
    expect(await sql('select reason from mail_block')).toEqual([{ reason: 'unsubscribed' }, { reason: 'unsubscribed' }])
    const [change] = await sql<{ n: number }>(
      `select count(*)::int as n from audit_row where table_name = 'user' and row_key = $1 and action = 'Update'`,
      [String(user)],
    )
    expect(change?.n).toBe(1)
    expect((await call('count', { mailing_id: id }))['data']).toMatchObject({ will_get: 0 })
  })

  it('a link unsubscribes only the address that its mail went to, not one that its customer enters later', async () => {
    const [user = 0, other = 0] = await customers(2)
    const id = await mailing()
    await call('start', { mailing_id: id, count: 2 })
    await reached(id, { state: 'done' })
    const link = linkOf(user)
    /** The customer's address is this one when the link is used; returns what it changed. */
    const use = async (email: string, used = link) => {
      await sql('update "user" set email = $2, mail_consent = 1 where user_id = $1', [user, email])
      expect((await fetch(used, { method: 'POST' })).status).toBe(200)
      const consents = await sql<{ c: number }>(
        'select mail_consent::int as c from "user" where user_id = any($1) order by user_id',
        [[user, other]],
      )
      const blocked = await sql<{ address: string }>('select address from mail_block')
      return [consents.map(({ c }) => c), blocked.map(({ address }) => address)]
    }
    expect(await use('Customer1@Example.com')).toEqual([[1, 1], []])
    // Links of earlier releases don't name the address.
    const text = `${server.world.a}.${user}.mail`
    const mac = createHmac('sha256', await server.context.keys.unsubscribe())
      .update(`unsubscribe ${text}`)
      .digest('base64url')
    const earlier = link.replace(/[^/]+$/, `${text}.${mac}`)
    expect(await use('Customer1@Example.com', earlier)).toEqual([[0, 1], []])
    expect(await use('CUSTOMER0@example.com')).toEqual([[0, 1], ['customer0@example.com']])
  })

  it('checks consent again when it sends, and stops in the middle for good', async () => {
    const ids = await customers(8)
    const id = await mailing({ per_minute: 60 })
    await call('start', { mailing_id: id, count: 8 })
    await when(() => expect(recipients().length).toBeGreaterThan(0))
    await call('pause', { mailing_id: id })
    await reached(id, { state: 'paused', status: 1 })
    await new Promise((resolve) => setTimeout(resolve, 500))
    const before = recipients().length
    expect(before).toBeLessThan(5)
    const next = (await rows(id)).filter(({ push }) => push === 0)
    await sql('update "user" set mail_consent = 0 where user_id = $1', [next[0]?.user_id])
    await call('resume', { mailing_id: id })
    await when(() => expect(recipients().length).toBe(before + 1))
    expect((await rows(id)).find(({ user_id }) => user_id === next[0]?.user_id)).toMatchObject({ push: 5, result: 'no_consent' })
    await expect(call('stop', { mailing_id: id })).resolves.toMatchObject({ data: { state: 'stopped' } })
    const sent = recipients().length
    await new Promise((resolve) => setTimeout(resolve, 2500))
    expect(recipients().length - sent).toBeLessThanOrEqual(1)
    const { success, skipped, total } = await reached(id, { state: 'stopped', status: 2 })
    expect([success, total, success + skipped]).toEqual([recipients().length, ids.length + 1, ids.length + 1])
    expect(new Set(recipients()).size).toBe(recipients().length)
    await expect(call('resume', { mailing_id: id })).resolves.toMatchObject({ code: 'mailing_state' })
  })

  it('waits for the end of quiet hours by the clock of the company', async () => {
    await customers(1)
    await sql(`update company set timezone = 'Asia/Tokyo' where company_id = $1`, [server.world.a])
    const at = (hours: number): string => new Date(Date.now() + (hours + 9) * 3_600_000).toISOString().slice(11, 16)
    const id = await mailing({ quiet_from: at(-1), quiet_until: at(1) })
    await call('start', { mailing_id: id, count: 1 })
    const [row] = await when(async () => {
      const found = await sql<{ wait: number }>(
        'select extract(epoch from next_batch - now())::int as wait from mailing where mailing_id = $1 and next_batch is not null',
        [id],
      )
      expect(found).toHaveLength(1)
      return found
    })
    await sql(`update company set timezone = 'UTC' where company_id = $1`, [server.world.a])
    expect(row?.wait).toBeGreaterThan(3400)
    expect(row?.wait).toBeLessThanOrEqual(3600)
    expect(recipients()).toEqual([])
    expect(await stored(id)).toMatchObject({ state: 'sending', total: 2, success: 0 })
  })

  it('shows messages that a stopped server was sending as unknown, and never sends them again', async () => {
    const [first = 0] = await customers(3)
    const id = await mailing({ per_minute: 1 })
    await call('start', { mailing_id: id, count: 3 })
    await when(() => expect(recipients()).toHaveLength(1))
    await call('pause', { mailing_id: id })
    await sql(
      `update message set push = 3, attempts = 1, next_attempt = now() - interval '1 second' where mailing_id = $1 and push = 0 and user_id > $2`,
      [id, first],
    )
    await sql('update mailing set next_batch = null, per_minute = 0 where mailing_id = $1', [id])
    await call('resume', { mailing_id: id })
    await reached(id, { state: 'done', success: 1, unknown: 2 })
    expect(recipients()).toHaveLength(1)
    expect((await rows(id)).slice(2)).toMatchObject([
      { push: 4, result: 'interrupted' },
      { push: 4, result: 'interrupted' },
    ])
  })

  it.each(['pause', 'stop'])('shows messages as unknown if the server crashed before a %s', async (method) => {
    await customers(2)
    const id = await mailing({ per_minute: 1 })
    await call('start', { mailing_id: id, count: 2 })
    await when(() => expect(recipients()).toHaveLength(1))
    await sql(
      `update message set push = 3, attempts = 1, next_attempt = now() - interval '1 second' where mailing_id = $1 and push = 0`,
      [id],
    )
    await call(method, { mailing_id: id })
    await queueDueMailings(server.context.db)
    expect(await stored(id)).toMatchObject({ success: 1, unknown: 1 })
    expect((await rows(id)).at(-1)).toMatchObject({ push: 4, result: 'interrupted' })
  })

  it('uses no more connections when it is queued again while it is being sent', async () => {
    await sql(
      `insert into "user" (company, name, email, mail_consent) select $1, 'Many', 'many' || n || '@example.com', 1 from generate_series(1, 120) n`,
      [server.world.a],
    )
    smtp.delayMs = 100
    const id = await mailing()
    await call('start', { mailing_id: id, count: 120 })
    await when(() => expect(smtp.atOnce).toBeGreaterThan(0))
    for (let n = 0; n < 3; n += 1) {
      await queueDueMailings(server.context.db)
      await new Promise((resolve) => setTimeout(resolve, 300))
    }
    await reached(id, { state: 'done', success: 120 })
    expect([smtp.atOnce, new Set(recipients()).size]).toEqual([5, 120])
  })

  it('leaves no recipient waiting whose result arrives while it is stopped', async () => {
    await customers(1)
    smtp.delayMs = 1000
    smtp.refuseWith = 450
    const id = await mailing()
    await call('start', { mailing_id: id, count: 1 })
    await when(() => expect(smtp.atOnce).toBe(1))
    const held = sql(
      `with held as materialized (select from message where mailing_id = $1 and push = 3 for update) select pg_sleep(3) from held`,
      [id],
    )
    await new Promise((resolve) => setTimeout(resolve, 2000))
    await Promise.all([call('stop', { mailing_id: id }), held])
    await when(async () => expect((await rows(id))[1]).toMatchObject({ push: 5, result: 'stopped' }))
    await reached(id, { state: 'stopped', skipped: 2, total: 2 })
  })

  it('refuses a time that has passed instead of sending at once', async () => {
    await customers(1)
    const id = await mailing()
    await expect(
      call('start', { mailing_id: id, count: 1, send_at: new Date(Date.now() - 86_400_000).toISOString() }),
    ).resolves.toMatchObject({ code: 'invalid_value', field: 'send_at' })
    expect([await rows(id), (await stored(id)).state]).toEqual([[], 'draft'])
  })

  it('starts at its time, and asks first when an hour has passed unnoticed', async () => {
    await customers(1)
    const soon = await mailing()
    await expect(
      call('start', { mailing_id: soon, count: 1, send_at: new Date(Date.now() + 1500).toISOString() }),
    ).resolves.toMatchObject({ data: { state: 'scheduled' } })
    expect(await rows(soon)).toEqual([])
    await reached(soon, { state: 'done', success: 1 })
    const late = await mailing()
    await call('start', { mailing_id: late, count: 1, send_at: new Date(Date.now() + 3_600_000).toISOString() })
    await sql(`update mailing set send_at = now() - interval '2 hours' where mailing_id = $1`, [late])
    await queueDueMailings(server.context.db)
    await reached(late, { state: 'paused', paused: 'late' })
    for (const count of [undefined, 2])
      await expect(call('resume', { mailing_id: late, count })).resolves.toMatchObject({ code: 'selection_changed', params: [1] })
    expect(await rows(late)).toEqual([])
    await call('resume', { mailing_id: late, count: 1 })
    await reached(late, { state: 'done', success: 1 })
    const dropped = await mailing()
    await call('start', { mailing_id: dropped, count: 1, send_at: new Date(Date.now() + 3_600_000).toISOString() })
    await expect(call('stop', { mailing_id: dropped })).resolves.toMatchObject({ data: { state: 'draft' } })
  })

  it('explains what a customer got, when and by which rule', async () => {
    const [user = 0] = await customers(1)
    const [without = 0] = await customers(1, { mail_consent: 0 })
    const id = await mailing({ audience: { langs: ['en'] } })
    const why = async (user_id: number) =>
      (await call('why', { mailing_id: id, user_id }))['data'] as {
        state: string | null
        steps: { label: string; passed?: boolean; why?: string }[]
      }
    expect(await why(without)).toMatchObject({
      state: null,
      steps: [
        { label: 'Will not receive it' },
        {},
        { passed: true },
        { label: 'Agreed to messages on this channel', passed: false },
        {},
        {},
        {},
      ],
    })
    await call('start', { mailing_id: id, count: 1 })
    await reached(id, { state: 'done' })
    expect(await why(user)).toMatchObject({
      state: 'sent',
      steps: [{}, { label: 'Sent', why: 'Accepted by the provider' }, {}, { label: 'Time: %1' }],
    })
    expect(await why(without)).toMatchObject({
      state: 'skipped',
      steps: [{}, { label: 'Not sent', why: 'The customer has not agreed to messages on this channel' }],
    })
    const [later = 0] = await customers(1, { lang: 'ru' })
    const outside = await why(later)
    expect([outside.state, outside.steps[0]?.label]).toEqual([null, 'Not in the audience when the mailing started'])
    expect(outside.steps.find(({ passed }) => passed === false)?.label).toBe('In one of the languages')
    await expect(call('why', { mailing_id: id, user_id: server.world.userB })).resolves.toMatchObject({ code: 'not_found' })
  })

  it('sends a test to the caller alone', async () => {
    await customers(2)
    const id = await mailing()
    await expect(call('test', { mailing_id: id })).resolves.toMatchObject({ code: 'contact_missing' })
    await sql(`update admin set email = 'olga@example.com' where admin_id = $1`, [server.world.ownerA])
    const answer = await call('test', { mailing_id: id })
    expect(answer['data']).toMatchObject({ sent: [{ to: 'olga@example.com', result: 'sent' }] })
    expect(recipients()).toEqual(['olga@example.com'])
    expect(smtp.mails[0]?.raw).not.toContain('List-Unsubscribe')
    expect((await stored(id)).state).toBe('draft')
  })

  it('Mailing.why tells of customers only to those who may read them', async () => {
    const [user_id] = await customers(1)
    const id = await mailing()
    const why = async (routes: string[]) => {
      await sql('update membership set navigation = $1 where admin = $2', [JSON.stringify(routes), server.world.operatorA])
      return call('why', { mailing_id: id, user_id }, await server.signIn('operator'))
    }
    expect(await why(['Company-Marketing-Mailing'])).toMatchObject({ code: 'forbidden', table: 'user' })
    expect(await why(['Company-Marketing-Mailing', 'Company-User'])).toMatchObject({ status: 'OK' })
    expect(await why([])).toMatchObject({ code: 'forbidden', table: 'mailing' })
  })

  it.each(['count', 'test', 'start', 'pause', 'resume', 'stop', 'why'])(
    'Mailing.%s is refused to operators, to other companies and without the option',
    async (method) => {
      await customers(1)
      const id = await mailing()
      const input = {
        mailing_id: id,
        ...(method === 'start' ? { count: 1 } : {}),
        ...(method === 'why' ? { user_id: server.world.userA } : {}),
      }
      await expect(call(method, input, await server.signIn('operator'))).resolves.toMatchObject({ code: 'forbidden' })
      await sql('update company set allow_mailing = 1 where company_id = $1', [server.world.b])
      const foreign = await server.signIn('owner-b')
      await expect(server.call('Mailing', method, input, { token: foreign, company: server.world.b })).resolves.toMatchObject({
        code: 'not_found',
      })
      await sql('update company set allow_mailing = 0 where company_id = $1', [server.world.a])
      const answer = await call(method, input, await server.signIn('owner'))
      await sql('update company set allow_mailing = 1 where company_id = $1', [server.world.a])
      expect(answer).toMatchObject({ code: 'option_required' })
    },
  )
})
