import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectNoFaults, smallTargets } from '../test/axe.ts'
import { type FakeServer, refusal } from '../test/fake-server.ts'
import { kitchen } from '../test/kitchen.ts'
import { looks } from '../test/looks.ts'
import { expectUrl, notices, openConsole, press } from '../test/open-console.tsx'
import { owner, platform } from '../test/people.ts'

const CHALLENGE = 'c'.repeat(43)
const stranger = { user: null }
const signedIn = { auth: { status: 'OK', user: owner() } }
const second = (kinds: string[] = ['totp'], more: object = {}) =>
  refusal('second_factor', {
    error: 'Enter the code from your authenticator app, or use a passkey',
    because: { challenge: CHALLENGE, kinds, ...more },
  })
const wrong = refusal('code_wrong', { error: 'The code is incorrect or has expired' })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const dataOf = (server: FakeServer, call: string) => server.seen.filter((one) => one.call === call).map(({ data }) => data)
const factors = (list: object[] = [], more: object = {}) => ({
  data: { factors: list, recovery_codes: list.length === 0 ? 0 : 9, required: false, ...more },
})
const app = { second_factor_id: 1, kind: 'totp', name: '', created: '2026-03-01T12:00:00Z', last_used: null }
const key = {
  second_factor_id: 2,
  kind: 'passkey',
  name: 'Laptop',
  created: '2026-03-01T12:00:00Z',
  last_used: '2026-03-02T12:00:00Z',
}
const codes = Array.from({ length: 10 }, (_, n) => `abcde-fghjk-mnpq${n}`)

async function signIn(kinds?: string[], path = '/') {
  const server = await openConsole(path, { ...stranger, rows: kitchen, answers: { 'Auth.Login': second(kinds) } })
  await press(page.getByLabelText('Login'), 'owner')
  await press(page.getByLabelText('Password'), 'secret{Enter}')
  await expect.element(page.getByTestId('second-step')).toBeVisible()
  return server
}

describe('the second step', () => {
  it('follows the password, says that a code is wrong, and continues at the page that was asked for', async () => {
    const server = await signIn(undefined, '/Company/User')
    server.on('Auth.SecondFactor', () => wrong)
    const field = page.getByLabelText('Code from your authenticator app')
    await expect.element(field).toHaveFocus()
    await press(field, '000000{Enter}')
    await expect.element(page.getByRole('alert')).toMatchTextContent('incorrect or has expired')
    server.on('Auth.SecondFactor', () => signedIn)
    await press(field, '123 456{Enter}')
    await expectUrl(/^\/Company\/User/)
    expect(dataOf(server, 'Auth.SecondFactor')).toMatchObject([
      { challenge: CHALLENGE, code: '000000', keep: 'cookie' },
      { challenge: CHALLENGE, code: '123 456' },
    ])
  })

  it('takes a recovery code', async () => {
    const server = await signIn()
    server.on('Auth.SecondFactor', () => signedIn)
    await button('Use a recovery code').click()
    await press(page.getByLabelText('Recovery code'), 'abcde-fghjk-mnpqr{Enter}')
    await expectUrl(/^\/Company\/Order/)
    expect(dataOf(server, 'Auth.SecondFactor')).toMatchObject([{ code: 'abcde-fghjk-mnpqr' }])
  })

  it('follows a phone code and a link too', async () => {
    const phone = await openConsole('/Phone', { ...stranger, rows: kitchen })
    phone.on('Auth.Phone', ({ code }) => (code === undefined ? { auth: { status: 'OK' } } : second()))
    await press(page.getByLabelText('Phone', { exact: true }), '+49 151 1234567{Enter}')
    await press(page.getByLabelText('Code from the message'), '1234 5678{Enter}')
    await expect.element(page.getByTestId('second-step')).toBeVisible()

    const repair = { data: { kind: 'repair', email: 'ida@example.com', name: '', has_account: true } }
    const answers = { 'Auth.Link': repair, 'Auth.UseLink': second(), 'Auth.SecondFactor': signedIn }
    await openConsole(`/auth#${'a'.repeat(43)}`, { ...stranger, rows: kitchen, answers })
    await press(page.getByLabelText('New password'), 'correct horse battery{Enter}')
    await press(page.getByLabelText('Code from your authenticator app'), '123456{Enter}')
    await expectUrl(/^\/Company\/Order/)
  })

  it('starts again when it has expired, and on request', async () => {
    const server = await signIn()
    server.on('Auth.SecondFactor', () => refusal('sign_in_expired', { error: 'The sign-in has expired. Sign in again.' }))
    await press(page.getByLabelText('Code from your authenticator app'), '123456{Enter}')
    await expect.element(page.getByLabelText('Login')).toBeVisible()
    await expect.element(page.getByRole('alert')).toMatchTextContent('The sign-in has expired')
    await signIn()
    await button('Back to sign-in').click()
    await expect.element(page.getByLabelText('Login')).toBeVisible()
  })
})

it('a user without recovery codes reads who can help, and is not asked for a code', async () => {
  const answers = { 'Auth.Login': second(['passkey'], { has_recovery_codes: false }) }
  await openConsole('/', { ...stranger, rows: kitchen, answers })
  await press(page.getByLabelText('Login'), 'owner')
  await press(page.getByLabelText('Password'), 'secret{Enter}')
  await expect.element(page.getByTestId('second-step')).toMatchTextContent('ask an owner or a platform administrator')
  expect(button('Use a recovery code').query()).toBeNull()
  await expect.element(button('Use a passkey')).toBeVisible()
})

describe('in the profile', () => {
  async function openProfile(list: object[] = [], more: object = {}) {
    const server = await openConsole('/Company/Order', { rows: kitchen, answers: { 'Factor.list': factors(list, more) } })
    await page.getByRole('button', { name: /^Account/ }).click()
    await page.getByRole('menuitem', { name: /^Profile/ }).click()
    await expect.element(page.getByTestId('factors')).toBeVisible()
    return server
  }

  it('an authenticator app is set up with the password and a code; then the recovery codes are shown once', async () => {
    const server = await openProfile()
    server.on('Factor.setUpTotp', () => ({ data: { secret: 'ABCDEFGH', uri: 'otpauth://totp/Tiffin:owner?secret=ABCDEFGH' } }))
    await button('Set up authenticator app').click()
    await press(page.getByRole('dialog').last().getByLabelText('Current password'), 'secret{Enter}')
    await expect.element(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
    await expect.element(page.getByTestId('totp-secret')).toMatchTextContent('ABCD EFGH')
    server.on('Factor.confirmTotp', () => wrong)
    await press(page.getByLabelText('Code from your authenticator app'), '000000{Enter}')
    await expect.element(page.getByRole('alert')).toMatchTextContent('incorrect')
    server.on('Factor.confirmTotp', () => ({ ...signedIn, data: { status: 'OK', recovery_codes: codes } }))
    server.on('Factor.list', () => factors([app]))
    await press(page.getByLabelText('Code from your authenticator app'), '{Enter}')
    await expect.element(page.getByTestId('recovery-codes')).toMatchTextContent(codes[9] as string)
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByTestId('recovery-codes')).toBeVisible()
    await button('I have saved the codes').click()
    await expect.element(page.getByTestId('factor-1')).toMatchTextContent('Authenticator app')
    expect(document.body.textContent).not.toContain(codes[0])
    expect(dataOf(server, 'Factor.setUpTotp')).toEqual([{ current: 'secret' }])
    // The profile itself was not saved.
    expect(dataOf(server, 'Auth.Update')).toEqual([])
  })

  it('a factor is removed with the password and a code; a passkey is renamed', async () => {
    const server = await openProfile([app, key])
    server.on('Factor.remove', () => ({ data: { status: 'OK' } }))
    server.on('Factor.rename', () => ({ data: { status: 'OK' } }))
    await button('Remove Authenticator app').click()
    await press(page.getByRole('dialog').last().getByLabelText('Current password'), 'secret')
    await press(page.getByLabelText('Code or recovery code'), '123456{Enter}')
    await expect.poll(() => dataOf(server, 'Factor.remove')).toEqual([{ second_factor_id: 1, current: 'secret', code: '123456' }])
    await button('Rename Laptop').click()
    await press(page.getByLabelText('Passkey name'), 'Laptop at home{Enter}')
    await expect.poll(() => dataOf(server, 'Factor.rename')).toEqual([{ second_factor_id: 2, name: 'Laptop at home' }])
  })

  it('someone with passkeys alone and no recovery codes is warned, and gets new ones with a passkey', async () => {
    await openProfile([key])
    await expect.element(page.getByTestId('factors')).toMatchTextContent('Recovery codes left: 9')
    const server = await openProfile([key], { recovery_codes: 0 })
    await expect.element(page.getByTestId('factors')).toMatchTextContent('You have no recovery codes left')
    const answer = { id: 'k', rawId: 'k', type: 'public-key', response: {}, clientExtensionResults: {} }
    vi.spyOn(navigator.credentials, 'get').mockResolvedValue({
      ...answer,
      rawId: new ArrayBuffer(1),
      response: {
        authenticatorData: new ArrayBuffer(1),
        clientDataJSON: new ArrayBuffer(1),
        signature: new ArrayBuffer(1),
      },
      getClientExtensionResults: () => ({}),
    } as unknown as Credential)
    server.on('Factor.passkeyOptions', () => ({ data: { options: { challenge: CHALLENGE, rpId: 'localhost' } } }))
    server.on('Factor.recoveryCodes', () => ({ data: { status: 'OK', recovery_codes: codes } }))
    await button('New recovery codes').click()
    const dialog = page.getByTestId('new-recovery-codes')
    await expect.element(dialog.getByRole('button', { name: 'Use a passkey' })).toBeDisabled()
    await press(dialog.getByLabelText('Current password'), 'secret')
    await dialog.getByRole('button', { name: 'Use a passkey' }).click()
    await expect.element(page.getByTestId('recovery-codes')).toMatchTextContent(codes[0] as string)
    expect(dataOf(server, 'Factor.recoveryCodes')).toMatchObject([{ current: 'secret', passkey: { id: 'k' } }])
  })
})

describe('required', () => {
  const restricted = owner({ factor_required: true })

  it('leads to the set-up before anything else, and to the console after it', async () => {
    const server = await openConsole('/Company/User', {
      rows: kitchen,
      user: restricted,
      answers: { 'Factor.list': factors([], { required: true }) },
    })
    await expect.element(page.getByTestId('required-factor')).toBeVisible()
    await expect.element(page.getByText('Set up two-step sign-in to continue')).toBeVisible()
    expect(document.querySelector('[data-testid=record-table]')).toBeNull()
    expect(dataOf(server, 'Reference.getData')).toEqual([])
    server.on('Factor.setUpTotp', () => ({ data: { secret: 'ABCDEFGH', uri: 'otpauth://totp/Tiffin:owner?secret=ABCDEFGH' } }))
    server.on('Factor.confirmTotp', () => ({ ...signedIn, data: { status: 'OK', recovery_codes: codes } }))
    await button('Set up authenticator app').click()
    await press(page.getByRole('dialog').last().getByLabelText('Current password'), 'secret{Enter}')
    await press(page.getByLabelText('Code from your authenticator app'), '123456{Enter}')
    await expect.element(page.getByTestId('recovery-codes')).toBeVisible()
    await button('I have saved the codes').click()
    await expectUrl(/^\/Company\/User/)
    await expect.element(page.getByTestId('record-table')).toBeVisible()
  })

  it('a call that is refused because of it, at work, leads there too', async () => {
    const server = await openConsole('/Company/User', { rows: kitchen, answers: { 'Factor.list': factors() } })
    await expect.element(page.getByTestId('record-table')).toBeVisible()
    // Otherwise the count of unread messages would lead there first.
    await expect.poll(() => JSON.stringify(server.seen)).toContain('"key":"chat_admin_unread"')
    server.on('Reference.getData', () => refusal('factor_required', { error: 'Set up two-step sign-in to continue' }))
    await page
      .getByRole('button', { name: /Reload|Refresh/ })
      .first()
      .click()
    await expect.element(page.getByTestId('required-factor')).toBeVisible()
  })
})

it('a platform administrator resets it in the record of the person, with a reason', async () => {
  const server = await openConsole('/Administrator/Administrator?id=7', {
    user: platform(),
    rows: { admin: [{ admin_id: 7, login: 'ida', name: 'Ida' }] },
  })
  server.on('Factor.reset', () => ({ data: { status: 'OK' } }))
  await button('Reset two-step sign-in').click()
  await press(page.getByTestId('reset-factors').getByLabelText('Reason'), 'Lost the phone{Enter}')
  await expect.element(notices).toMatchTextContent('Two-step sign-in reset')
  expect(dataOf(server, 'Factor.reset')).toEqual([{ admin_id: 7, reason: 'Lost the phone' }])
})

const everyLook = looks.flatMap((look) => [390, 1280].map((width) => ({ ...look, width })))

describe('looks', () => {
  it.each(everyLook)('the second step: $theme $lang $width', async ({ theme, lang, width }) => {
    await openConsole('/', { ...stranger, theme, lang, width, answers: { 'Auth.Login': second(['totp', 'passkey']) } })
    await press(page.css('input[name=username]'), 'owner')
    await press(page.css('input[name=password]'), 'secret{Enter}')
    await expect.element(page.getByTestId('second-step')).toBeVisible()
    await expectNoFaults()
    expect(smallTargets()).toEqual([])
  })

  it.each(everyLook)('the set-up: $theme $lang $width', async ({ theme, lang, width }) => {
    await openConsole('/Company/Order', {
      rows: kitchen,
      theme,
      lang,
      width,
      user: owner({ factor_required: true }),
      answers: {
        'Factor.list': factors([key]),
        'Factor.setUpTotp': { data: { secret: 'ABCDEFGH', uri: 'otpauth://totp/Tiffin:owner?secret=ABCDEFGH' } },
      },
    })
    await expect.element(page.getByTestId('factor-2')).toBeVisible()
    await expectNoFaults()
    await page.getByTestId('factors').getByRole('button').nth(2).click()
    await expect.element(page.getByTestId('set-up-totp')).toBeVisible()
    await userEvent.keyboard('secret{Enter}')
    await expect.element(page.getByTestId('confirm-totp')).toBeVisible()
    await expectNoFaults()
    expect(smallTargets()).toEqual([])
  })
})
