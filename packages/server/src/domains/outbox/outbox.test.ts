import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { messagesTo, nextMessage, tokenIn } from '#server/test/sent-messages'
import { type FakeMailServer, startMailServer } from '#server/test/start-mail-server'
import { type Receiver, startReceiver } from '#server/test/start-receiver'
import { startTestServer, type TestServer } from '#server/test/test-server'
import { queueDueMessages, queueMessage } from './queue-message.ts'
import { sendMessage } from './send-message.ts'

let smtp: FakeMailServer
let sms: Receiver
let server: TestServer
beforeAll(async () => {
  smtp = await startMailServer()
  sms = await startReceiver()
  server = await startTestServer({
    TIFFIN_SMTP_URL: smtp.url,
    TIFFIN_MAIL_FROM: 'Tiffin <hello@tiffin.example>',
    TIFFIN_SMS_URL: `${sms.url}/send?to={phone}`,
    TIFFIN_SMS_BODY: '{"message": "{text}"}',
    TIFFIN_SMS_AUTHORIZATION: 'Bearer sms-key',
  })
})
afterAll(async () => {
  await server.stop()
  await smtp.stop()
  await sms.stop()
})
beforeEach(() => {
  smtp.mails.length = 0
  smtp.refuseWith = null
  sms.messages.length = 0
  sms.answer = { status: 200 }
})

const expectState = (recipient: string, state: string) =>
  expect.poll(async () => (await messagesTo(server, recipient))[0], { timeout: 10_000 }).toMatchObject({ state })
const queue = (message: { channel: 'mail' | 'sms'; recipient: string; text: string; usefulSeconds?: number }) =>
  server.context.db.write({ global: true }, (tx) =>
    queueMessage(tx, { subject: 'Hello', lang: 'en', usefulSeconds: 3600, ...message }),
  )

describe('mail', () => {
  it('is sent over SMTP, and its text with the link is not kept', async () => {
    await nextMessage(server, 'ida@example.com', () =>
      server.call('Auth', 'Registration', { email: 'ida@example.com', name: 'Ида', lang: 'ru' }),
    )
    await expectState('ida@example.com', 'sent')
    expect(smtp.mails).toHaveLength(1)
    expect(smtp.mails[0]?.to).toEqual(['ida@example.com'])
    expect(smtp.mails[0]?.raw).toMatch(/^From: Tiffin <hello@tiffin\.example>/m)
    expect(smtp.mails[0]?.raw).toMatch(/^Message-ID: <outbox-\d+@tiffin\.example>/m)
    expect((await messagesTo(server, 'ida@example.com'))[0]?.text).toBe('')
  })

  it('is given up after a final refusal, and tried again after a temporary one', async () => {
    smtp.refuseWith = 550
    await queue({ channel: 'mail', recipient: 'gone@example.com', text: 'x' })
    await expectState('gone@example.com', 'failed')
    smtp.refuseWith = 451
    await queue({ channel: 'mail', recipient: 'busy@example.com', text: 'secret' })
    await expectState('busy@example.com', 'pending')
    smtp.refuseWith = null
    await server.database.asOwner(`update outbox set next_attempt = now() where recipient = 'busy@example.com'`)
    await queueDueMessages(server.context.db)
    await expectState('busy@example.com', 'sent')
  })

  it('that a stopped server was sending is sent again after its lease, and not before', async () => {
    await server.database.asOwner(
      `insert into outbox (channel, recipient, text, state, attempts, next_attempt, expires)
       values ('mail', 'crash@example.com', 'x', 'sending', 1, now() + interval '1 minute', now() + interval '1 day')`,
    )
    await queueDueMessages(server.context.db)
    const [row] = await messagesTo(server, 'crash@example.com')
    await sendMessage(server.context, Number(row?.outbox_id))
    expect(smtp.mails).toHaveLength(0)
    await server.database.asOwner(`update outbox set next_attempt = now() where recipient = 'crash@example.com'`)
    await queueDueMessages(server.context.db)
    await expectState('crash@example.com', 'sent')
  })

  it('is not sent once its link would have expired', async () => {
    await queue({ channel: 'mail', recipient: 'late@example.com', text: 'x', usefulSeconds: -1 })
    await expectState('late@example.com', 'failed')
    expect(smtp.mails).toHaveLength(0)
  })

  it('goes to one address, whatever is in it', async () => {
    await queue({ channel: 'mail', recipient: 'a@example.com, b@example.com', text: 'x' })
    await expect.poll(async () => (await messagesTo(server, 'a@example.com, b@example.com'))[0]?.state).not.toBe('sending')
    expect(smtp.mails.flatMap(({ to }) => to)).not.toContain('b@example.com')
  })
})

describe('SMS', () => {
  it('is posted to the configured address', async () => {
    await queue({ channel: 'sms', recipient: '49151', text: 'Code "1" & 2' })
    await expectState('49151', 'sent')
    expect(sms.messages[0]).toMatchObject({
      body: '{"message": "Code \\"1\\" & 2"}',
      headers: { authorization: 'Bearer sms-key' },
    })
  })

  it('follows no redirect', async () => {
    const inner = await startReceiver()
    sms.answer = { status: 302, headers: { location: inner.url } }
    await queue({ channel: 'sms', recipient: '49152', text: 'x' })
    await expectState('49152', 'pending')
    expect(inner.messages).toEqual([])
    await inner.stop()
  })

  it.each([
    [400, 'failed'],
    [401, 'pending'],
    [429, 'pending'],
    [500, 'pending'],
  ])('answered with %s is %s', async (status, state) => {
    sms.answer = { status }
    const phone = `4916${status}`
    await queue({ channel: 'sms', recipient: phone, text: 'x' })
    await expectState(phone, state)
  })
})

it('keeps messages without a service, for platform administrators only', async () => {
  const other = await startTestServer()
  const mail = await nextMessage(other, 'kept@example.com', () =>
    other.call('Auth', 'Registration', { email: 'kept@example.com', name: 'X' }),
  )
  expect(tokenIn(mail.text)).toHaveLength(43)
  const read = async (login: string) => {
    const token = await other.signIn(login)
    const company = login === 'platform' ? 0 : other.world.a
    return other.call('Reference', 'getData', { tables: [{ table: 'outbox' }] }, { token, company })
  }
  await expect
    .poll(() => read('platform'), { timeout: 10_000 })
    .toMatchObject({ data: { outbox: { data: [{ recipient: 'kept@example.com', state: 'kept', text: mail.text }] } } })
  expect((await read('owner')).code).toBe('forbidden')
  await other.stop()
})
