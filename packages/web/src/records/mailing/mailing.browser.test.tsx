import type { MailingState } from '@tiffin/sdk/contract'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoFaults, smallTargets } from '../../test/axe.ts'
import { type FakeServer, refusal } from '../../test/fake-server.ts'
import { editor, expectUrl, field, notices, openConsole, row, save } from '../../test/open-console.tsx'

const count = { status: 'OK', total: 1300, will_get: 1204, without_consent: 80, without_address: 13, blocked: 3, same_address: 0 }
const changed = (state: MailingState) => ({ data: { status: 'OK', state }, feed: 1 })
const mailing = { subject: { en: 'Soup week' }, text: { en: 'Every soup at half price' }, channel: 'mail' }

interface Options extends NonNullable<Parameters<typeof openConsole>[1]> {
  values?: Record<string, unknown>
  tab?: string
}

async function open({ values = {}, tab = 'Sending', ...more }: Options = {}): Promise<FakeServer> {
  const server = await openConsole(`/Company/Marketing/Mailing?id=1&tab=${tab}`, {
    rows: { mailing: [{ ...mailing, ...values }], user: [{ name: 'Ida Brandt', phone: '493012345' }] },
    answers: { 'Mailing.count': { data: count } },
    ...more,
  })
  await expect.element(editor).toBeVisible()
  return server
}

const called = (server: FakeServer, name: string) => server.seen.filter(({ call }) => call === name).map(({ data }) => data)
const counted = page.getByTestId('audience-count')
const question = page.getByTestId('start-question')
const button = (name: string) => editor.getByRole('button', { name, exact: true })
const actions = () =>
  page
    .getByTestId('mailing-actions')
    .getByRole('button')
    .elements()
    .map((element) => element.textContent)

describe('the audience of a mailing', () => {
  it('is counted while its conditions are typed, with the reason for each customer left out', async () => {
    const server = await open({ tab: 'Audience' })
    await expect.element(counted).toMatchTextContent('Recipients: 1,204')
    await expect.element(counted).toMatchTextContent('Excluded customers: 96')
    await expect.element(counted).toMatchTextContent('Without consent80')
    await expect.element(counted).toMatchTextContent('Without an email address13')
    await expect.element(counted).toMatchTextContent('With a blocked address3')
    server.on('Mailing.count', () => ({
      data: { ...count, total: 1, will_get: 1, without_consent: 0, without_address: 0, blocked: 0 },
    }))
    await editor.getByLabelText('English').click()
    await editor.getByLabelText('Minimum number of orders').fill('3')
    await editor.getByLabelText('Minimum bonus points').fill('5,5')
    await editor.getByLabelText('Testers only').click()
    const audience = { langs: ['en'], orders_min: 3, bonus_min: '5.5', testers: true }
    await expect.poll(() => called(server, 'Mailing.count').at(-1)).toEqual({ audience, channel: 'mail' })
    await expect.element(counted).toMatchTextContent(/^Recipients: 1$/)
    await save()
    await expect.poll(() => server.saved().at(-1)).toMatchObject({ audience })
    await editor.getByLabelText('Testers only').click()
    await editor.getByLabelText('Minimum number of orders').fill('')
    await expect
      .poll(() => called(server, 'Mailing.count').at(-1))
      .toEqual({
        audience: { langs: ['en'], bonus_min: '5.5' },
        channel: 'mail',
      })
  })

  it('says for any customer whether they get it, and by which rule', async () => {
    const steps = [{ label: 'Not in the audience', why: 'Only testers' }]
    const server = await open({ tab: 'Audience' })
    server.on('Mailing.why', () => ({ data: { status: 'OK', state: null, steps } }))
    await page.getByTestId('why-customer').getByRole('combobox').click()
    await page.getByRole('option', { name: 'Ida Brandt' }).click()
    await expect.element(page.getByTestId('mailing-why')).toMatchTextContent('Not in the audience: Only testers')
    expect(called(server, 'Mailing.why')).toEqual([{ mailing_id: 1, user_id: 1 }])
  })
})

describe('sending a mailing', () => {
  it.each<[MailingState, readonly string[]]>([
    ['draft', ['Send now…', 'Schedule…', 'Send test to me']],
    ['scheduled', ['Send now…', 'Schedule…', 'Send test to me', 'Cancel schedule']],
    ['sending', ['Send test to me', 'Pause', 'Stop…']],
    ['paused', ['Send test to me', 'Resume…', 'Stop…']],
    ['done', []],
    ['stopped', []],
  ])('in the state %s offers what can be done now, and changes only of a draft', async (state, offered) => {
    await open({ values: { state, total: 10, success: 4, send_at: '2026-11-27T10:00:00Z' } })
    await expect.poll(actions).toEqual(offered)
    const isOpen = state === 'draft'
    // Before the record is loaded, it is not known whether it may be changed.
    await expect.poll(() => button('Save').elements()).toHaveLength(isOpen ? 1 : 0)
    const input = field('per_minute').css('input')
    if (isOpen) await expect.element(input).toBeEnabled()
    else await expect.element(input).toBeDisabled()
    const hint = editor.getByText('The mailing is scheduled. Cancel its schedule to change it.')
    expect(hint.elements()).toHaveLength(state === 'scheduled' ? 1 : 0)
  })

  it('asks with the exact number of customers, and sends only after it', async () => {
    const server = await open()
    server.on('Mailing.start', () => changed('sending'))
    await button('Send now…').click()
    await expect.element(question.getByRole('heading')).toHaveTextContent('Send to customers: 1,204?')
    await expect.element(question).toMatchTextContent('Excluded customers: 96Without consent80')
    await expectNoFaults()
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect(called(server, 'Mailing.start')).toEqual([])
    await button('Send now…').click()
    await question.getByRole('button', { name: 'Send', exact: true }).click()
    await expect.element(notices).toMatchTextContent('Mailing started')
    expect(called(server, 'Mailing.start')).toEqual([{ mailing_id: 1, count: 1204 }])
  })

  it('asks again if the number has changed', async () => {
    const server = await open()
    server.on('Mailing.start', () => {
      server.on('Mailing.count', () => ({ data: { ...count, total: 1299, will_get: 1203 } }))
      return refusal('selection_changed', { params: [1203] })
    })
    await button('Send now…').click()
    await question.getByRole('button', { name: 'Send', exact: true }).click()
    await expect.element(question.getByRole('alert')).toMatchTextContent('The number of customers has changed')
    await expect.element(question.getByRole('heading')).toHaveTextContent('Send to customers: 1,203?')
    server.on('Mailing.start', () => changed('sending'))
    await question.getByRole('button', { name: 'Send', exact: true }).click()
    await expect.element(question).not.toBeInTheDocument()
    expect(called(server, 'Mailing.start').at(-1)).toEqual({ mailing_id: 1, count: 1203 })
  })

  it('EDIT-15 EDIT-16: schedules for a time in the time zone of the company', async () => {
    const server = await open()
    server.on('Mailing.start', () => changed('scheduled'))
    await button('Schedule…').click()
    await expect.element(question.getByRole('heading')).toHaveTextContent('Schedule for customers: 1,204?')
    await question.getByLabelText('When to send').fill('2030-06-01T12:00')
    await question.getByRole('button', { name: 'Schedule', exact: true }).click()
    await expect.element(notices).toMatchTextContent('Mailing scheduled')
    expect(called(server, 'Mailing.start')).toEqual([{ mailing_id: 1, count: 1204, send_at: '2030-06-01T10:00:00.000Z' }])
  })

  it('can’t be started without recipients or with unsaved changes', async () => {
    await open({ answers: { 'Mailing.count': { data: { ...count, will_get: 0, total: 0 } } } })
    await button('Send now…').click()
    await expect.element(question.getByRole('heading')).toHaveTextContent('No customer would get this mailing')
    expect(question.getByRole('button', { name: 'Send', exact: true }).elements()).toEqual([])
    await question.getByRole('button', { name: 'Cancel' }).click()
    await field('per_minute').css('input').fill('60')
    await expect.element(button('Send now…')).toBeDisabled()
    await expect.element(page.getByTestId('mailing-actions')).toMatchTextContent('Save your changes first')
  })

  it('pauses at once; resuming and stopping ask with the number of those who wait', async () => {
    const server = await open({ values: { state: 'sending', total: 10, success: 4, skipped: 1 } })
    server.on('Mailing.pause', () => {
      Object.assign(server.rows('mailing')[0] ?? {}, { state: 'paused' })
      return changed('paused')
    })
    server.on('Mailing.resume', () => changed('sending'))
    server.on('Mailing.stop', () => changed('stopped'))
    await button('Pause').click()
    await button('Resume…').click()
    const resume = page.getByTestId('resume-question')
    await expect.element(resume.getByRole('heading')).toHaveTextContent('Send to the other customers: 5?')
    await resume.getByRole('button', { name: 'Resume' }).click()
    await expect.poll(() => called(server, 'Mailing.resume')).toEqual([{ mailing_id: 1 }])
    await button('Stop…').click()
    const stop = page.getByTestId('stop-question')
    await expect.element(stop.getByRole('heading')).toHaveTextContent('Stop? Customers who get nothing: 5')
    await stop.getByRole('button', { name: 'Stop' }).click()
    await expect.poll(() => called(server, 'Mailing.stop')).toEqual([{ mailing_id: 1 }])
  })

  it('one whose time passed while the server was off says so, and asks with the exact number before it starts', async () => {
    const server = await open({ values: { state: 'paused', paused: 'late' } })
    server.on('Mailing.resume', () => changed('sending'))
    await expect.element(page.getByTestId('mailing-progress')).toMatchTextContent('Scheduled time missed')
    await button('Resume…').click()
    await expect.element(question.getByRole('heading')).toHaveTextContent('Send to customers: 1,204?')
    await question.getByRole('button', { name: 'Send', exact: true }).click()
    await expect.poll(() => called(server, 'Mailing.resume')).toEqual([{ mailing_id: 1, count: 1204 }])
  })

  it('a test says where it was sent, and the result', async () => {
    const server = await open()
    const sent = [
      { to: 'olga@example.com', result: 'kept', answer: '' },
      { to: 'fcm.googleapis.com', result: 'refused', answer: '403' },
    ]
    server.on('Mailing.test', () => ({ data: { status: 'OK', sent } }))
    await button('Send test to me').click()
    await expect.element(notices).toMatchTextContent('olga@example.com: No service is set up for this channel')
    await expect.element(notices).toMatchTextContent('fcm.googleapis.com: Rejected by the provider: 403')
  })

  it('shows its progress by itself, and links each number to its messages', async () => {
    const values = { state: 'sending', total: 10, success: 4, fail: 1, skipped: 2, unknown: 1 }
    const message = { mailing_id: 1, user_id: 1, phone: '49301234', channel: 'mail' }
    const rows = {
      mailing: [{ ...mailing, ...values }],
      user: [{ name: 'Ida Brandt' }],
      message: [
        { ...message, push: 2, result: 'refused 550 no such user' },
        { ...message, push: 1, result: 'sent' },
      ],
    }
    const server = await open({ rows })
    const progress = page.getByTestId('mailing-progress')
    await expect.element(progress.getByRole('progressbar')).toHaveAttribute('value', '8')
    await expect.element(progress).toMatchTextContent('These messages may have arrived')
    Object.assign(server.rows('mailing')[0] ?? {}, { success: 6 })
    await expect.element(progress).toMatchTextContent('Sent: 6')
    await progress.getByRole('link', { name: 'Failed: 1' }).click()
    await expectUrl(/^\/Company\/Marketing\/Push\?mailing_id=1&state=failed/)
    await expect.element(row(1)).toMatchTextContent('Rejected by the provider: 550 no such user')
    expect(row(2).elements()).toEqual([])
    server.on('Mailing.why', () => ({
      data: { status: 'OK', state: 'failed', steps: [{ label: 'Refused by the service', why: '550 no such user' }] },
    }))
    await row(1)
      .getByRole('button', { name: /^Why\?/ })
      .click()
    await expect.element(page.getByTestId('mailing-why')).toMatchTextContent('550 no such user')
    await expectNoFaults()
  })
})

it.each([
  { theme: 'light', lang: 'en' },
  { theme: 'dark', lang: 'ru' },
  { theme: 'dark', lang: 'ar' },
  { theme: 'light', lang: 'ar', width: 390, height: 844 },
] as const)('axe finds nothing on the tabs of a mailing and on blocked addresses: %o', async (look) => {
  const values = { state: 'sending', total: 10, success: 4, fail: 1, unknown: 1 }
  for (const tab of ['Audience', 'Sending']) {
    await open({ values, tab, ...look })
    await expect.element(tab === 'Sending' ? page.getByTestId('mailing-progress') : counted).toMatchTextContent(/\d/)
    await expectNoFaults()
    expect(smallTargets()).toEqual([])
  }
  const blocked = {
    address: 'ida@example.com',
    reason: 'unsubscribed',
    date: '2026-11-20T10:00:00Z',
    answer: '',
    mailing_id: null,
  }
  await openConsole('/Company/Marketing/BlockList', { rows: { mail_block: [blocked] }, ...look })
  await expect.element(row(1)).toMatchTextContent('ida@example.com')
  expect(page.getByRole('button', { name: 'Add', exact: true }).elements()).toEqual([])
  await expectNoFaults()
})
