import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectNoFaults } from '../test/axe.ts'
import { refusal } from '../test/fake-server.ts'
import { kitchen } from '../test/kitchen.ts'
import { notices, openConsole } from '../test/open-console.tsx'
import { operator } from '../test/people.ts'

const dialog = page.getByTestId('profile')
const field = (name: string) => dialog.css(`[data-field=${name}]`)
const save = () => dialog.getByRole('button', { name: 'Save', exact: true }).click()

async function open(options: object = {}) {
  const server = await openConsole('/Company/Order', { user: operator(), rows: kitchen, ...options })
  await page.getByRole('button', { name: 'Account:' }).click()
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await expect.element(dialog).toBeVisible()
  return server
}

it('the current password alone can’t be saved', async () => {
  await open()
  await page.getByLabelText('Current password').fill('tiffin-demo')
  await expect.element(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
})

it('PROF-04: the server’s refusal of a password is shown beside the field', async () => {
  await open({ answers: { 'Auth.Password': refusal('weak_password', { error: 'Very simple password' }) } })
  await page.getByLabelText('New password', { exact: true }).fill('Kitchen-27')
  await page.getByLabelText('Repeat password').fill('Kitchen-27')
  await save()
  await expect.element(field('password').getByRole('alert')).toHaveTextContent('Very simple password')
})

it('EDIT-02 SHELL-15 ERR-07 PROF-03: the profile asks before discarding typed text, and can save it', async () => {
  const server = await open()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Account:' }).click()
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  const surname = field('surname').getByRole('textbox')
  await surname.fill('Berg')
  await userEvent.keyboard('{Escape}')
  const question = page.getByTestId('unsaved-question')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(surname).toHaveValue('Berg')
  await userEvent.keyboard('{Escape}')
  await question.getByRole('button', { name: 'Close' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(server.seen.map(({ call }) => call)).not.toContain('Auth.Update')
  await page.getByRole('button', { name: 'Account:' }).click()
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await surname.fill('Berg')
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await expect.element(question).toMatchTextContent('Close without saving?')
  server.on('Auth.Update', () => ({ auth: { status: 'OK', user: operator({ surname: 'Berg' }) } }))
  await question.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(notices.css('[data-notice=positive]')).toMatchTextContent('Saved')
  expect(server.seen.at(-1)).toMatchObject({ call: 'Auth.Update', data: { operator: { surname: 'Berg' } } })
})

it('EDIT-27 PROF-02: a very simple password is not allowed in the profile', async () => {
  const server = await open()
  await page.getByLabelText('New password', { exact: true }).fill('abc123')
  await page.getByLabelText('Repeat password').fill('abc123')
  await expect.element(page.getByTestId('password-grade')).toHaveTextContent('Very simple password')
  await save()
  await expect.element(field('password').getByRole('alert')).toHaveTextContent('Very simple password')
  expect(server.seen.map(({ call }) => call)).not.toContain('Auth.Password')
})

it.each([1440, 390])('EDIT-18 SHELL-15: at %i px the country and number of a phone are fully visible', async (width) => {
  const country = { country_id: 1, alpha2: 'DE', name: { en: 'Germany' }, phone_code: '49', phone_mask: '+## ### #######' }
  const user = operator({ phone: '4915155555' })
  await open({ user, rows: { ...kitchen, country: [country] }, width })
  const code = field('phone').getByLabelText('Country code')
  await expect.element(code).toHaveValue('Germany')
  for (const part of [code, field('phone').getByLabelText('Phone', { exact: true })])
    expect(part.element().scrollWidth).toBeLessThanOrEqual(part.element().clientWidth)
})

it('ERR-07: ending another session says that this is saved, and a refusal does not', async () => {
  const session = (session_id: number, current: boolean) => {
    const moment = '2026-11-20T10:00:00.000Z'
    return { session_id, app: 'web 1.0.0', network: `10.0.0.${session_id}`, created: moment, last_active: moment, current }
  }
  const list = (...sessions: object[]) => ({ data: { sessions, verified: [], has_pin: false } })
  const server = await open({ answers: { 'Auth.Sessions': list(session(1, true), session(2, false)) } })
  const end = () => dialog.getByTestId('session-2').getByRole('button').click()
  server.on('Auth.EndSession', () => refusal('not_found', { error: 'Record not found' }))
  await end()
  await expect.element(notices.css('[data-notice=negative]')).toHaveTextContent()
  expect(notices.css('[data-notice=positive]').elements()).toEqual([])
  server.on('Auth.EndSession', () => ({ data: { status: 'OK' } }))
  server.on('Auth.Sessions', () => list(session(1, true)))
  await end()
  await expect.element(notices.css('[data-notice=positive]')).toMatchTextContent('Saved')
  await expect.element(dialog.getByTestId('session-2')).not.toBeInTheDocument()
  expect(server.seen.filter(({ call }) => call === 'Auth.EndSession').map(({ data }) => data)).toEqual([
    { session_id: 2 },
    { session_id: 2 },
  ])
})

it('another email is saved with the current password, which the profile asks for', async () => {
  const server = await open({ answers: { 'Auth.Update': { auth: { status: 'OK', user: operator() } } } })
  await field('email').getByRole('textbox').fill('otto@example.com')
  await save()
  await expect.element(field('password').getByRole('alert')).toMatchTextContent('Enter your current password')
  const current = page.getByLabelText('Current password')
  await expect.element(current).toHaveFocus()
  expect(server.seen.map(({ call }) => call)).not.toContain('Auth.Update')
  await current.fill('tiffin-demo')
  await save()
  await expect.element(dialog).not.toBeInTheDocument()
  const data = { operator: { email: 'otto@example.com' }, current: 'tiffin-demo' }
  expect(server.seen.findLast(({ call }) => call === 'Auth.Update')).toMatchObject({ data })
})

it('after a new password, the profile counts the passkeys that still sign in, and leads to them', async () => {
  const answer = { auth: { status: 'OK', user: operator() }, data: { passkeys: 2 } }
  const passkey = (id: number) => ({
    second_factor_id: id,
    kind: 'passkey',
    name: `Laptop ${id}`,
    created: '2026-03-01T12:00:00Z',
    last_used: null,
  })
  const list = { data: { factors: [passkey(1), passkey(2)], recovery_codes: 9, required: false } }
  await open({ answers: { 'Auth.Password': answer, 'Factor.list': list } })
  await page.getByLabelText('Current password').fill('tiffin-demo')
  await page.getByLabelText('New password', { exact: true }).fill('Kitchen-27!')
  await page.getByLabelText('Repeat password').fill('Kitchen-27!')
  await save()
  const left = dialog.getByTestId('passkeys-left')
  await expect.element(left).toMatchTextContent('Password changed. Passkeys that still sign you in: 2.')
  await expectNoFaults()
  await left.getByRole('button', { name: 'Show passkeys' }).click()
  await expect.element(dialog.getByTestId('factors').getByRole('button').first()).toHaveFocus()
  await expect.element(page.getByLabelText('New password', { exact: true })).toHaveValue('')
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await expect.element(dialog).not.toBeInTheDocument()
})
