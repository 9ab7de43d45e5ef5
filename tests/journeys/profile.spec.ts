import { PASSWORD } from '@tiffin/server/test'
import { expect, type Page, signIn, type Stage, test } from './support.ts'

const dialog = (page: Page) => page.getByTestId('profile')
const field = (page: Page, name: string) => dialog(page).locator(`[data-field=${name}]`)
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save', exact: true }).click()

async function open(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account:' }).click()
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await expect(dialog(page)).toBeVisible()
}

async function person(stage: Stage, login: string) {
  const [row] = await stage.database.asOwner('select name, surname, phone, email, hide_menu from admin where login = $1', [login])
  return row
}

/** The user's saves from now on, call by call. */
function saves(page: Page): string[] {
  const made: string[] = []
  page.on('request', (request) => {
    const form = new URLSearchParams(request.postData() ?? '')
    const method = form.get('method') ?? ''
    if (form.get('api') === 'Auth' && ['Update', 'Password'].includes(method)) made.push(`${method} ${form.get('data')}`)
  })
  return made
}

/** The operator as other users see them. */
const asBefore = (stage: Stage) =>
  stage.database.asOwner(
    `update admin set name = 'Otto', surname = '', phone = '', email = '', hide_menu = 0,
       password = (select password from admin where login = 'owner') where login = 'operator'`,
  )
test.beforeEach(async ({ stage }) => void (await stage.order()))
test.afterEach(async ({ stage }) => void (await asBefore(stage)))

test('SHELL-15 PROF-01 PROF-03: people change their own record from the user menu, field by field, but not their login', async ({
  page,
  stage,
}) => {
  await signIn(page, stage, 'operator')
  const made = saves(page)
  await open(page)
  await expect(field(page, 'login').getByRole('textbox')).toHaveValue('operator')
  await expect(field(page, 'login').getByRole('textbox')).toBeDisabled()
  await expect(field(page, 'name').getByRole('textbox')).toBeFocused()
  await field(page, 'name').getByRole('textbox').fill('Otto E.')
  await field(page, 'surname').getByRole('textbox').fill('Berg')
  await field(page, 'phone').getByLabel('Phone').fill('4915155555')
  await field(page, 'email').getByRole('textbox').fill('otto')
  await field(page, 'hide_menu').getByRole('switch').click()
  await save(page)
  await expect(field(page, 'email')).toContainText('Enter an email address, such as name@example.com')
  expect(made).toEqual([])
  await page.getByLabel('Current password').fill(PASSWORD)
  await field(page, 'email').getByRole('textbox').fill('otto@kitchen.example')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByTestId('notices')).toContainText('Saved')
  await expect(page.getByRole('button', { name: 'Account: Otto E. Berg' })).toBeVisible()
  const saved = { name: 'Otto E.', surname: 'Berg', phone: '4915155555', email: 'otto@kitchen.example', hide_menu: 1 }
  expect(made.map((call) => JSON.parse(call.replace('Update ', '')) as unknown)).toEqual([{ operator: saved, current: PASSWORD }])
  expect(await person(stage, 'operator')).toEqual(saved)
})

test('PROF-01: fields not changed here keep values that someone else has saved', { tag: '@full' }, async ({ page, stage }) => {
  await signIn(page, stage, 'operator')
  await open(page)
  await stage.database.asOwner(`update admin set email = 'office@kitchen.example' where login = 'operator'`)
  await field(page, 'surname').getByRole('textbox').fill('Berg')
  await save(page)
  await expect(dialog(page)).toBeHidden()
  expect(await person(stage, 'operator')).toMatchObject({ surname: 'Berg', email: 'office@kitchen.example' })
})

test('PROF-02 PROF-04: a new password must be better than very simple, and is saved by a separate call', async ({
  page,
  stage,
}) => {
  await signIn(page, stage, 'operator')
  const made = saves(page)
  await open(page)
  const type = async (password: string, repeat = password): Promise<void> => {
    await page.getByLabel('New password', { exact: true }).fill(password)
    await page.getByLabel('Repeat password').fill(repeat)
  }
  for (const [password, repeat, sentence] of [
    ['abc', 'abc', 'Password must be more than 6 characters'],
    ['abcdef12', 'abcdef12', 'Very simple password'],
    ['Abcdef12', 'Abcdef13', 'Password mismatch'],
  ] as const) {
    await type(password, repeat)
    await expect(page.getByTestId('password-grade')).toHaveText(sentence)
    await save(page)
    await expect(field(page, 'password').getByRole('alert')).toBeVisible()
  }
  expect(made).toEqual([])
  await type('Kitchen-27')
  await expect(page.getByTestId('password-grade')).toHaveText('Good password')
  const current = page.getByLabel('Current password')
  for (const [typed, sentence] of [
    ['', 'Enter your current password'],
    ['not-this-one', 'Current password is incorrect'],
  ] as const) {
    await current.fill(typed)
    await save(page)
    await expect(field(page, 'password').getByRole('alert')).toHaveText(sentence)
  }
  made.length = 0
  await current.fill(PASSWORD)
  await save(page)
  await expect(dialog(page)).toBeHidden()
  expect(made).toEqual([`Password {"password":"Kitchen-27","current":"${PASSWORD}"}`])
  const login = (password: string) => stage.call('Auth', 'Login', { login: 'operator', password })
  expect(await login('Kitchen-27')).toMatchObject({ auth: { status: 'OK' } })
  expect(await login(PASSWORD)).toMatchObject({ code: 'bad_credentials' })
})

test('AUTH-11: a person without a name is asked for it after sign-in, and not again once it is set', async ({ page, stage }) => {
  await stage.database.asOwner(`update admin set name = '' where login = 'operator'`)
  await signIn(page, stage, 'operator')
  await expect(field(page, 'name').getByRole('alert')).toHaveText('Please enter your name')
  await field(page, 'surname').getByRole('textbox').fill('Berg')
  await save(page)
  await expect(field(page, 'name').getByRole('alert')).toHaveText('Please enter your name')
  await field(page, 'name').getByRole('textbox').fill('Otto')
  await save(page)
  await expect(dialog(page)).toBeHidden()
  await page.reload()
  await expect(page.getByTestId('board')).toBeVisible()
  await expect(dialog(page)).toBeHidden()
})

test(
  'API-37: people store their own AI API key, which no screen shows again, and remove it',
  { tag: '@full' },
  async ({ page, stage }) => {
    const key = async () =>
      (
        await stage.database.asOwner<{ key: string }>(
          `select settings ->> 'openai_api_key' as key from admin where login = 'operator'`,
        )
      )[0]?.key
    await signIn(page, stage, 'operator')
    await open(page)
    const input = dialog(page).getByLabel('Your AI API key')
    await expect(dialog(page).getByRole('button', { name: 'Remove key' })).toHaveCount(0)
    await input.fill('sk-of-my-own')
    await expect(input).toHaveAttribute('type', 'password')
    await save(page)
    await expect(dialog(page)).toBeHidden()
    expect(await key()).toBe('sk-of-my-own')
    await open(page)
    await expect(input).toHaveValue('')
    await expect(input).toHaveAttribute('placeholder', '••••••••')
    expect(await dialog(page).innerHTML()).not.toContain('sk-of-my-own')
    await dialog(page).getByRole('button', { name: 'Remove key' }).click()
    await expect(dialog(page)).toContainText('The key will be removed when you save.')
    await save(page)
    await expect(dialog(page)).toBeHidden()
    expect(await key()).toBe('')
  },
)
