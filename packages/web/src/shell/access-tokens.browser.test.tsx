import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectNoFaults, smallTargets } from '../test/axe.ts'
import { refusal } from '../test/fake-server.ts'
import { kitchen } from '../test/kitchen.ts'
import { looks } from '../test/looks.ts'
import { notices, openConsole } from '../test/open-console.tsx'
import { owner } from '../test/people.ts'

const TOKEN = 'tif_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklm'
const tokens = [
  {
    access_token_id: 1,
    admin: 1,
    name: 'Nightly export',
    scopes: ['read', 'export'],
    companies: [],
    expires: '2199-01-01T00:00:00.000Z',
    last_used: null,
  },
  {
    access_token_id: 2,
    admin: 1,
    name: 'Web shop',
    scopes: ['write'],
    companies: [1],
    expires: '2026-01-01T00:00:00.000Z',
    last_used: '2025-12-31T12:00:00.000Z',
  },
]
const companies = [
  { company_id: 1, name: { en: 'Alpha' }, logo: '', status: 1 },
  { company_id: 2, name: { en: 'Beta' }, logo: '', status: 1 },
]
const created = { status: 'OK', data: { status: 'OK', token: TOKEN, access_token: { access_token_id: 3 } } }
const section = page.getByTestId('access-tokens')
const dialog = page.getByTestId('create-token')
const button = (name: string) => page.getByRole('button', { name, exact: true })

async function openProfile(options: object = {}) {
  const rows = { ...kitchen, access_token: tokens, owner: companies }
  const answers = { 'Token.create': created, 'Token.revoke': { status: 'OK', data: { status: 'OK' } } }
  const server = await openConsole('/Company/Order', { user: owner(), rows, answers, ...options })
  await page.getByRole('button', { name: /^(Account|الحساب)/ }).click()
  await page.getByRole('menuitem', { name: /^(Profile|الملف الشخصي)$/ }).click()
  await expect.element(section).toBeVisible()
  return server
}

it('lists each token with scopes, companies, expiry and last use', async () => {
  await openProfile()
  const [first, second] = [page.getByTestId('token-1'), page.getByTestId('token-2')]
  await expect.element(first).toMatchTextContent('Nightly exportread, export · All your companiesExpires: Jan 1, 2199')
  await expect.element(first).toMatchTextContent('Not used yet')
  await expect.element(second).toMatchTextContent('write · AlphaExpired: Jan 1, 2026')
  await expect.element(second).toMatchTextContent('Last used: Dec 31, 2025')
})

it('creates a token with the keyboard alone and shows it once', async () => {
  const server = await openProfile()
  await section.getByRole('button', { name: 'Create token' }).click()
  await expect.element(dialog.getByRole('textbox').first()).toHaveFocus()
  await userEvent.keyboard('ci')
  await userEvent.tab()
  await userEvent.tab()
  await userEvent.keyboard(' ')
  await dialog.getByLabelText('Beta').click()
  await dialog.getByLabelText('Valid for').selectOptions('30 days')
  await expect.element(dialog.getByRole('button', { name: 'Create token' })).toBeDisabled()
  await dialog.getByLabelText('Current password').fill('tiffin-demo')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByTestId('token-text')).toHaveTextContent(TOKEN)
  const sent = { name: 'ci', scopes: ['read', 'write'], companies: [2], days: 30, current: 'tiffin-demo' }
  expect(server.seen.filter(({ call }) => call === 'Token.create').map(({ data }) => data)).toEqual([sent])
  // Escape does not lose a token that was not copied.
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByTestId('token-text')).toBeVisible()
  await expect.element(button('Copy')).toBeVisible()
  await page.getByTestId('new-token').getByRole('button', { name: 'Close' }).click()
  await expect.element(page.getByTestId('token-text')).not.toBeInTheDocument()
  await expect.element(page.getByTestId('profile')).toBeVisible()
  expect(server.seen.map(({ call }) => call)).not.toContain('Auth.Update')
})

it('keeps the typed text when the server refuses', async () => {
  await openProfile({ answers: { 'Token.create': refusal('wrong_password', { error: 'Current password is incorrect' }) } })
  await section.getByRole('button', { name: 'Create token' }).click()
  await dialog.getByLabelText('What the token is for').fill('ci')
  await dialog.getByLabelText('Current password').fill('wrong')
  await dialog.getByRole('button', { name: 'Create token' }).click()
  await expect.element(page.getByText('Current password is incorrect')).toBeVisible()
  await expect.element(dialog.getByLabelText('What the token is for')).toHaveValue('ci')
})

it('ERR-07: asks before it revokes a token, and says that this is saved', async () => {
  const server = await openProfile()
  const revokes = () => server.seen.filter(({ call }) => call === 'Token.revoke').map(({ data }) => data)
  await button('Revoke access: Web shop').click()
  const question = page.getByTestId('revoke-token-question')
  await question.getByRole('button', { name: 'No' }).click()
  expect(revokes()).toEqual([])
  await button('Revoke access: Web shop').click()
  await question.getByRole('button', { name: 'Yes' }).click()
  await expect.poll(revokes).toEqual([{ access_token_id: 2 }])
  await expect.element(notices.css('[data-notice=positive]')).toMatchTextContent('Saved')
})

describe.each(looks)('axe finds nothing, $theme, $lang:', (look) => {
  it.each([1440, 390])('access tokens at %i px', async (width) => {
    await openProfile({ ...look, width })
    section.element().scrollIntoView()
    await expectNoFaults()
    await section.getByRole('button').last().click()
    await expect.element(dialog).toBeVisible()
    await expectNoFaults()
    expect(smallTargets()).toEqual([])
    const { scrollWidth, clientWidth } = document.documentElement
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
  })
})
