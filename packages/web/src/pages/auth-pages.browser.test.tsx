import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectNoFaults, smallTargets } from '../test/axe.ts'
import { type FakeServer, refusal } from '../test/fake-server.ts'
import { kitchen } from '../test/kitchen.ts'
import { looks } from '../test/looks.ts'
import { expectUrl, notices, openConsole, press } from '../test/open-console.tsx'
import { owner } from '../test/people.ts'

const TOKEN = 'a'.repeat(43)
const stranger = { user: null }
const ok = { auth: { status: 'OK' } }
const signedIn = { auth: { status: 'OK', user: owner() } }
/** Signs in: later calls find the session, too. */
function begin(server: FakeServer): typeof signedIn {
  server.on('Auth.checkAuth', () => signedIn)
  return signedIn
}
const linkOf = (more: object = {}) => ({
  data: { kind: 'registration', email: 'ida@example.com', name: 'Ida', has_account: false, ...more },
})
const heading = (name: string) => page.getByRole('heading', { name, exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const dataOf = (server: Awaited<ReturnType<typeof openConsole>>, call: string) =>
  server.seen.filter((one) => one.call === call).map(({ data }) => data)

it('NAV-03: /registration sends name, address and language, and says that a mail was sent, with the keyboard alone', async () => {
  const server = await openConsole('/registration', { ...stranger, answers: { 'Auth.Registration': ok } })
  await press(page.getByLabelText('Name', { exact: true }), 'Ida')
  await press(page.getByLabelText('Email'), 'ida@example.com{Enter}')
  await expect.element(page.getByTestId('check-mail')).toMatchTextContent('ida@example.com')
  expect(dataOf(server, 'Auth.Registration')).toEqual([{ email: 'ida@example.com', name: 'Ida', lang: 'en' }])
})

it('NAV-04: /RepairPassword asks for a login and answers alike for any', async () => {
  const server = await openConsole('/RepairPassword', { ...stranger, answers: { 'Auth.RepairPassword': ok } })
  await press(page.getByLabelText('Login or email'), 'nobody{Enter}')
  await expect.element(heading('Check your email')).toBeVisible()
  expect(dataOf(server, 'Auth.RepairPassword')).toEqual([{ login: 'nobody', lang: 'en' }])
})

it('shows a refusal of the server', async () => {
  await openConsole('/registration', {
    ...stranger,
    answers: {
      'Auth.Registration': refusal('rate_limited', { error: 'Too many attempts. Try again in %1 seconds.', params: [9] }),
    },
  })
  await press(page.getByLabelText('Name', { exact: true }), 'Ida')
  await press(page.getByLabelText('Email'), 'ida@example.com{Enter}')
  await expect.element(page.getByRole('alert')).toMatchTextContent('Try again in 9 seconds')
})

describe('/auth', () => {
  it('NAV-02: uses a link only with the button, sets the password and signs in', async () => {
    const server = await openConsole(`/auth#${TOKEN}`, { ...stranger, rows: kitchen, answers: { 'Auth.Link': linkOf() } })
    server.on('Auth.UseLink', () => ({ ...begin(server), data: {} }))
    await expect.element(page.getByTestId('set-password')).toBeVisible()
    expect(dataOf(server, 'Auth.UseLink')).toEqual([])
    await press(page.getByLabelText('New password'), 'correct horse battery{Enter}')
    await expectUrl(/^\/Company\/Order/)
    expect(dataOf(server, 'Auth.UseLink')).toMatchObject([{ token: TOKEN, password: 'correct horse battery', keep: 'cookie' }])
  })

  it('says why a password is refused', async () => {
    const error = 'This password is too common. Choose another one.'
    const answers = { 'Auth.Link': linkOf(), 'Auth.UseLink': refusal('weak_password', { error }) }
    await openConsole(`/auth#${TOKEN}`, { ...stranger, answers })
    await press(page.getByLabelText('New password'), 'password1{Enter}')
    await expect.element(page.getByRole('alert')).toMatchTextContent(error)
  })

  it.each([
    ['link_used', 'This link has already been used'],
    ['link_expired', 'This link has expired. Request a new one.'],
    ['link_unknown', 'This link is not valid. Request a new one.'],
  ])('explains why a link does not work: %s', async (code, error) => {
    await openConsole(`/auth#${TOKEN}`, { ...stranger, answers: { 'Auth.Link': refusal(code, { error }) } })
    await expect.element(page.getByRole('alert')).toMatchTextContent(error)
    await expect.element(page.getByRole('link', { name: 'Create account' })).toBeVisible()
  })

  it('says so if the token is missing', async () => {
    await openConsole('/auth', stranger)
    await expect.element(heading('Open the link from the email')).toBeVisible()
  })

  it('lets a signed-in person accept an invitation, and others sign in first', async () => {
    const link = linkOf({ kind: 'invitation', company: { en: 'Alpha' }, has_account: true })
    const answers = { 'Auth.Link': link, 'Auth.UseLink': { ...signedIn, data: { company: 1 } } }
    await openConsole(`/auth#${TOKEN}`, { ...stranger, answers })
    await button('Sign in').click()
    await expect.element(page.getByLabelText('Login')).toBeVisible()
    const server = await openConsole(`/auth#${TOKEN}`, { rows: kitchen, answers })
    await expect.element(heading('Join Alpha')).toBeVisible()
    await button('Accept invitation').click()
    await expectUrl(/^\/Company\/Order/)
    expect(dataOf(server, 'Auth.UseLink')[0]).not.toHaveProperty('password')
  })
})

it('NAV-11: /Phone sends a code, then signs in with it', async () => {
  const server = await openConsole('/Phone', { ...stranger, rows: kitchen })
  server.on('Auth.Phone', ({ code }) => (code === undefined ? ok : begin(server)))
  await press(page.getByLabelText('Phone', { exact: true }), '+49 151 1234567{Enter}')
  await press(page.getByLabelText('Code from the message'), '1234 5678{Enter}')
  await expectUrl(/^\/Company\/Order/)
  expect(dataOf(server, 'Auth.Phone')).toMatchObject([{ phone: '+49 151 1234567' }, { code: '1234 5678' }])
})

describe('PIN', () => {
  const missing = refusal('pin_missing', { error: 'Create a PIN first' })

  it('NAV-09: a user without a PIN who locks creates one at /CreatePin', async () => {
    const server = await openConsole('/Company/Order', { rows: kitchen, answers: { 'Auth.Pin': missing } })
    await page.getByRole('button', { name: /^Account/ }).click()
    await page.getByRole('menuitem', { name: /^Lock/ }).click()
    await expectUrl(/^\/CreatePin/)
    server.on('Auth.Pin', () => ok)
    await press(page.getByLabelText('PIN', { exact: true }), '4711')
    await press(page.getByLabelText('Repeat PIN'), '4712')
    await press(page.getByLabelText('Current password'), 'secret{Enter}')
    await expect.element(page.getByRole('alert')).toMatchTextContent('The PINs differ')
    await press(page.getByLabelText('Repeat PIN'), '{Backspace}1{Enter}')
    await expectUrl(/^\/EnterPin/)
    expect(dataOf(server, 'Auth.Pin').slice(1)).toEqual([
      { action: 'create', pin: '4711', current: 'secret' },
      { action: 'lock' },
    ])
  })

  it('NAV-10: /EnterPin unlocks and continues; the locked page shows nothing of the console', async () => {
    const locked = refusal('session_locked', { error: 'The session is locked. Enter your PIN.' })
    const server = await openConsole('/Company/Order', { rows: kitchen, answers: { 'Auth.checkAuth': locked } })
    await expectUrl(/^\/EnterPin/)
    expect(document.querySelector('[data-testid=board]')).toBeNull()
    server.on('Auth.Pin', () => refusal('pin_wrong', { error: 'Wrong PIN. Attempts left: %1', params: [4] }))
    await press(page.getByLabelText('PIN', { exact: true }), '0000{Enter}')
    await expect.element(page.getByRole('alert')).toMatchTextContent('Attempts left: 4')
    server.on('Auth.Pin', () => begin(server))
    await press(page.getByLabelText('PIN', { exact: true }), '4711{Enter}')
    await expectUrl(/^\/Company\/Order/)
  })

  it('a session ended by wrong PINs continues at the sign-in', async () => {
    const locked = refusal('session_locked', { error: 'The session is locked. Enter your PIN.' })
    const answers = { 'Auth.checkAuth': locked, 'Auth.Pin': refusal('session_expired', { error: 'Таймаут сессии' }) }
    await openConsole('/Company/Order', { rows: kitchen, answers })
    await press(page.getByLabelText('PIN', { exact: true }), '0000{Enter}')
    await expect.element(page.getByLabelText('Login')).toBeVisible()
  })

  it('a lock by another call, such as in another tab, closes the console', async () => {
    const server = await openConsole('/Company/User', { rows: kitchen })
    await expect.element(page.getByTestId('record-table')).toBeVisible()
    const locked = refusal('session_locked', { error: 'The session is locked. Enter your PIN.' })
    server.on('Reference.getData', () => locked)
    server.on('Auth.checkAuth', () => locked)
    await userEvent.keyboard('r')
    await expectUrl(/^\/EnterPin/)
  })
})

it('the profile lists sessions, and signs one out', async () => {
  const session = {
    app: 'web 1.0',
    network: '192.0.2.1',
    created: '2026-01-01T00:00:00.000Z',
    last_active: '2026-01-02T00:00:00.000Z',
  }
  const sessions = [
    { ...session, session_id: 1, current: true },
    { ...session, session_id: 2, current: false, network: '198.51.100.7' },
  ]
  const answers = {
    'Auth.Sessions': { data: { sessions, verified: ['mail'], has_pin: true } },
    'Auth.EndSession': { data: { status: 'OK' } },
  }
  const server = await openConsole('/Company/Order', { rows: kitchen, answers })
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await expect.element(page.getByTestId('session-1')).toMatchTextContent('This session')
  await page.getByRole('button', { name: 'Sign out: web 1.0 · 198.51.100.7' }).click()
  expect(dataOf(server, 'Auth.EndSession')).toEqual([{ session_id: 2 }])
  await expectNoFaults()
})

it.each([
  ['phone', 'Confirm phone', '4915112345678'],
  ['mail', 'Confirm email', 'olga@example.com'],
])('the profile confirms the %s with the password and the code that was sent', async (kind, name, contact) => {
  const sessions = (verified: string[]) => ({ data: { sessions: [], verified, has_pin: false } })
  const answers = {
    'Auth.Sessions': sessions([]),
    'Factor.list': { data: { factors: [], recovery_codes: 0, required: false } },
    'Auth.Verify': refusal('wrong_password', { error: 'Current password is incorrect' }),
  }
  const user = owner({ phone: '4915112345678', email: 'olga@example.com' })
  const server = await openConsole('/Company/Order', { rows: kitchen, user, answers })
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await page.getByRole('button', { name }).click()
  const form = page.getByTestId(`confirm-${kind}`)
  await press(form.getByLabelText('Current password'), 'wrong{Enter}')
  await expect.element(notices).toMatchTextContent('Current password is incorrect')
  server.on('Auth.Verify', () => ({ data: { status: 'OK', verified: false } }))
  await form.getByLabelText('Current password').fill('secret')
  await form.getByRole('button', { name: 'Send code' }).click()
  await expect.element(form).toMatchTextContent(`Code sent to ${contact}`)
  server.on('Auth.Verify', () => ({ data: { status: 'OK', verified: true } }))
  server.on('Auth.Sessions', () => sessions([kind]))
  await press(form.getByLabelText('Code from the message'), '12345678{Enter}')
  await expect.element(page.getByText(/^(Phone|Email) confirmed/)).toBeVisible()
  expect(dataOf(server, 'Auth.Verify')).toEqual([
    { kind, lang: 'en', current: 'wrong' },
    { kind, lang: 'en', current: 'secret' },
    { kind, lang: 'en', code: '12345678' },
  ])
})

const invitations = page.getByTestId('invitations')
const inviteForm = page.getByTestId('invite')
const guest = { email: 'guest@example.com', company: 1, company_role: 2, accepted: null, expires: '2027-01-01T00:00:00.000Z' }
/** Opens the form above the staff of the company; also in another language. */
async function openInvite(options: Parameters<typeof openConsole>[1] = {}) {
  const server = await openConsole('/Company/Merchant', { rows: { ...kitchen, invitation: [guest] }, ...options })
  await page.getByRole('button', { name: /^(Users|المستخدمون)$/ }).click()
  await expect.element(invitations).toMatchTextContent('guest@example.com')
  await invitations.getByRole('button').last().click()
  return server
}

it('an owner invites a person with the keyboard alone', async () => {
  const server = await openInvite()
  await expect.element(inviteForm.getByLabelText('Email')).toHaveFocus()
  await userEvent.keyboard('ida@example.com')
  await inviteForm.css('fieldset select').first().selectOptions('Edit')
  await press(inviteForm.getByLabelText('Email'), '{Enter}')
  await expect.element(inviteForm).not.toBeInTheDocument()
  const [saved] = dataOf(server, 'Reference.saveData') as [{ tables: { row: { merchants: { access: number[] }[] } }[] }]
  expect(saved.tables[0]?.row).toMatchObject({ email: 'ida@example.com', company_role: 2, lang: 'en' })
  expect(saved.tables[0]?.row.merchants.map(({ access }) => new Set(access))).toEqual([new Set([2])])
})

it('an owner of a company without merchants is told when to give access', async () => {
  await openInvite({ rows: { ...kitchen, merchant: [], invitation: [guest] } })
  await expect.element(inviteForm).toMatchTextContent('no merchants yet. Give access later, on the Access tab')
  expect(inviteForm.css('fieldset').elements()).toEqual([])
})

it.each(looks)('the invitation form has no faults in $theme, $lang at 390 px', async ({ theme, lang }) => {
  await openInvite({ theme, lang, width: 390, height: 800 })
  await expect.element(inviteForm).toBeVisible()
  await expectNoFaults()
  expect(smallTargets()).toEqual([])
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})

const locked = refusal('session_locked', { error: 'The session is locked. Enter your PIN.' })
const invited = linkOf({ kind: 'invitation', company: { en: 'Roma' }, has_account: true })
interface AuthPage {
  path: string
  user: ReturnType<typeof owner> | null
  answers?: Record<string, object>
}
const authPages: readonly AuthPage[] = [
  ...['/registration', '/RepairPassword', '/Phone', `/auth#${TOKEN}`, '/ClassicAuth'].map((path) => ({ path, user: null })),
  { path: '/CreatePin', user: owner() },
  { path: '/EnterPin', user: owner(), answers: { 'Auth.checkAuth': locked } },
  { path: `/auth#${'b'.repeat(43)}`, user: owner(), answers: { 'Auth.Link': invited } },
]

it.each(looks.flatMap((look) => authPages.map((one) => ({ ...look, ...one }))))(
  '$path has no faults in $theme, $lang at 390 px',
  async ({ path, ...options }) => {
    await openConsole(path, { width: 390, height: 800, ...options, answers: { 'Auth.Link': linkOf(), ...options.answers } })
    const main = page.getByRole('main')
    await expect.element(main.css('input:not([type=hidden]), [data-testid=accept-invitation]').first()).toBeVisible()
    await expectNoFaults()
    expect(smallTargets()).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  },
)

it('KDS-25 ERR-07: the paired devices are listed with their merchants, and revoking one asks first and says that it is saved', async () => {
  const device = [
    { name: 'Oven', merchants: [1, 2], revoked: 0, last_seen: null },
    { name: 'Grill', merchants: [2], revoked: 0, last_seen: '2026-11-20T10:00:00.000Z' },
    { name: 'Lost tablet', merchants: [1], revoked: 1, last_seen: null },
  ]
  const server = await openConsole('/pair', { rows: { ...kitchen, device } })
  const oven = page.getByTestId('device-1')
  await expect.element(oven).toMatchTextContent(/OvenPizzeria, SushiNot seen yet/)
  await expect.element(page.getByTestId('device-2')).toMatchTextContent(/GrillSushiLast seen: .*\d/)
  await expect.element(page.getByTestId('devices')).not.toMatchTextContent('Lost tablet')
  const question = page.getByTestId('revoke-question')
  await button('Revoke access: Oven').click()
  await question.getByRole('button', { name: 'No' }).click()
  await expect.element(question).not.toBeInTheDocument()
  expect(server.saved()).toEqual([])
  await button('Revoke access: Oven').click()
  await question.getByRole('button', { name: 'Yes' }).click()
  await expect.element(notices.css('[data-notice=positive]')).toMatchTextContent('Saved')
  await expect.element(oven).not.toBeInTheDocument()
  expect(server.rows('device')).toMatchObject([{ revoked: 1 }, { revoked: 0 }, { revoked: 1 }])
})
