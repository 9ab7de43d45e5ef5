import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { insertRow, PASSWORD } from '@tiffin/server/test'
import { chromium } from '@playwright/test'
import { editor, field, fillAndKeep, openList } from './records-support.ts'
import { axe, expect, looks, type Page, signIn, type Stage, test } from './support.ts'

const offer = (page: Page) => page.getByTestId('draft-offer')
const nameOf = (page: Page) => field(page, 'name').locator('input')
test.beforeEach(async ({ stage }) => {
  await stage.order()
})

async function customer(stage: Stage): Promise<number> {
  const { database, world } = stage
  return insertRow(database, 'user', { company: world.a, name: 'Ida', phone: `+49301${String(Date.now()).slice(-7)}` })
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account:' }).click()
  await page.getByRole('menuitem', { name: 'Exit' }).click()
  await page.getByTestId('exit-dialog').getByRole('button', { name: 'Exit' }).click()
  await expect(page.getByLabel('Login')).toBeVisible()
}

/** Everything this browser has stored, as text. */
const stored = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const request = indexedDB.open('tiffin')
    await new Promise((resolve) => request.addEventListener('success', resolve))
    const all = request.result.transaction('drafts').objectStore('drafts').getAll()
    await new Promise((resolve) => all.addEventListener('success', resolve))
    const texts = (all.result as { key: string; data: Uint8Array }[]).map(({ key, data }) => key + new TextDecoder().decode(data))
    return JSON.stringify([texts, Object.entries(localStorage), Object.entries(sessionStorage)])
  })

test(
  'signing out in another tab keeps typed text for the same person, and hides it from another',
  { tag: '@full' },
  async ({ page, context, stage }) => {
    const id = await customer(stage)
    await openList(page, stage, `/Company/User?id=${id}`)
    await nameOf(page).fill('Ida Brandt')
    const other = await context.newPage()
    await other.goto(`${stage.url}/Company/Order`)
    await expect(other.getByTestId('board')).toBeVisible()
    await signOut(other)
    await expect(page.getByLabel('Login')).toBeVisible()

    // Another user.
    await signIn(other, stage, 'operator')
    await expect(offer(other)).toBeHidden()
    expect(await stored(other)).not.toContain('Brandt')
    await page.close()
    await signOut(other)

    // The same user.
    await signIn(other, stage, 'owner')
    await expect(offer(other)).toContainText('Ida')
    await offer(other).getByRole('button', { name: 'Continue' }).click()
    await expect(nameOf(other)).toHaveValue('Ida Brandt')
    await expect(editor(other).getByTestId('restored')).toContainText('Unsaved changes from')
    await expect(offer(other)).toBeHidden()
    await editor(other).getByRole('button', { name: 'Save', exact: true }).click()
    await expect(other.getByText('Saved')).toBeVisible()
    await other.reload()
    await expect(nameOf(other)).toHaveValue('Ida Brandt')
    await expect(editor(other).getByTestId('restored')).toBeHidden()
  },
)

test('an expired session leads back to the editor with the typed text', async ({ page, stage }) => {
  const id = await customer(stage)
  await openList(page, stage, `/Company/User?id=${id}`)
  await nameOf(page).fill('Ida Brandt')
  const currentPerson = () =>
    page.evaluate(async () => {
      const app = JSON.stringify({ name: 'web', version: '1.0.0', contract: 1 })
      const body = new URLSearchParams({ api: 'Auth', method: 'checkAuth', data: '{"active":false}', app })
      return (await fetch('/api', { method: 'POST', body })).text()
    })
  expect(await currentPerson()).toContain('"login":"owner"')
  await stage.database.asOwner('delete from session')
  // The server caches sessions for a second.
  await expect.poll(currentPerson).not.toContain('"login":"owner"')
  await field(page, 'phone').locator('input').first().focus()
  await editor(page).getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByLabel('Login').fill('owner')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(nameOf(page)).toHaveValue('Ida Brandt')
})

test('typed text survives a killed browser, and an offline start', { tag: '@full' }, async ({ stage }) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'tiffin-browser-'))
  const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'
  const launch = () => chromium.launchPersistentContext(folder, { executablePath, args: ['--no-sandbox'] })
  const id = await customer(stage)
  const first = await launch()
  const page = await first.newPage()
  await page.goto(`${stage.url}/Company/User?id=${id}`)
  await page.getByLabel('Login').fill('owner')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Remember me on this device').check()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(nameOf(page)).toHaveValue('Ida')
  await fillAndKeep(page, nameOf(page), 'Ida Brandt')
  await kill(folder)

  const second = await launch()
  const again = await second.newPage()
  await second.setOffline(true)
  await again.goto(`${stage.url}/Company/User?id=${id}`).catch(() => {})
  await second.setOffline(false)
  await again.goto(`${stage.url}/Company/User?id=${id}`)
  // The cookie may be newer than the browser's last write to disk.
  await expect(again.getByLabel('Login').or(nameOf(again))).toBeVisible()
  if (await again.getByLabel('Login').isVisible()) {
    await again.getByLabel('Login').fill('owner')
    await again.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await again.getByRole('button', { name: 'Sign in', exact: true }).click()
  }
  await expect(nameOf(again)).toHaveValue('Ida Brandt')
  await second.close()
  await rm(folder, { recursive: true, force: true })
})

/** Ends the browser of this profile like a power cut. */
async function kill(folder: string): Promise<void> {
  const { readdir, readFile } = await import('node:fs/promises')
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (line.includes(`--user-data-dir=${folder}`)) process.kill(Number(pid), 'SIGKILL')
  }
  await rm(path.join(folder, 'SingletonLock'), { force: true })
}

test(
  'a new record, the profile and the settings are restored after a reload; a draft can be discarded',
  { tag: '@full' },
  async ({ page, stage }) => {
    page.on('dialog', (dialog) => void dialog.accept())
    await openList(page, stage, '/Company/User?id=new')
    await fillAndKeep(page, nameOf(page), 'Someone new')
    await page.reload()
    await expect(nameOf(page)).toHaveValue('Someone new')
    await editor(page).getByTestId('restored').getByRole('button', { name: 'Discard' }).click()
    await expect(nameOf(page)).toHaveValue('')
    await editor(page).getByTestId('restored').getByRole('button', { name: 'Undo' }).click()
    await expect(nameOf(page)).toHaveValue('Someone new')
    await editor(page).getByTestId('restored').getByRole('button', { name: 'Discard' }).click()

    await page.goto(`${stage.url}/Company/Order`)
    await page.getByRole('button', { name: 'Account:' }).click()
    await page.getByRole('menuitem', { name: 'Profile' }).click()
    const surname = page.getByTestId('profile').locator('[data-field=surname] input')
    await fillAndKeep(page, surname, 'Half-written')
    await page.reload()
    await expect(offer(page)).toContainText('Profile')
    await offer(page).getByRole('button', { name: 'Continue' }).click()
    await expect(surname).toHaveValue('Half-written')
  },
)

test('a draft of a record in a list inside a dialog leads back to its editor', async ({ page, stage }) => {
  page.on('dialog', (dialog) => void dialog.accept())
  await openList(page, stage, '/Company/Merchant')
  await page.getByRole('button', { name: 'Users', exact: true }).click()
  await page.getByTestId('people').getByText('operator', { exact: true }).click()
  const surname = field(page, 'surname').locator('input')
  await fillAndKeep(page, surname, 'Half-written')
  await page.goto(`${stage.url}/Company/Order`)
  await expect(offer(page)).toContainText('User:')
  await offer(page).getByRole('button', { name: 'Continue' }).click()
  await expect(surname).toHaveValue('Half-written')
  await editor(page).getByTestId('restored').getByRole('button', { name: 'Discard' }).click()
  await editor(page).getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(editor(page)).toBeHidden()
  await expect(page.getByTestId('people')).toBeVisible()
  expect(page.url()).not.toContain('inner=')
})

test('a draft of a person in the editor of a company leads back to that person', async ({ page, stage }) => {
  page.on('dialog', (dialog) => void dialog.accept())
  await openList(page, stage, `/Administrator/Company?id=${stage.world.a}&tab=Users`, 'platform')
  const people = editor(page).getByTestId('inner-list')
  await people.getByText('operator', { exact: true }).click()
  const surname = field(page, 'surname').locator('input')
  await fillAndKeep(page, surname, 'Half-written')
  await page.goto(`${stage.url}/Administrator/Company`)
  await expect(offer(page)).toContainText('User:')
  await offer(page).getByRole('button', { name: 'Continue' }).click()
  await expect(surname).toHaveValue('Half-written')
  await surname.fill('')
  await editor(page).last().getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(people).toBeVisible()
  await page.goBack()
  await expect(editor(page)).toHaveCount(0)
})

test('text typed for a record that someone else deleted can be read and discarded', async ({ page, stage }) => {
  page.on('dialog', (dialog) => void dialog.accept())
  const id = await customer(stage)
  await openList(page, stage, `/Company/User?id=${id}`)
  await fillAndKeep(page, nameOf(page), 'Ida Brandt')
  await page.goto(`${stage.url}/Company/Order`)
  await stage.database.asOwner('delete from "user" where user_id = $1', [id])
  await page.goto(`${stage.url}/Company/User?id=${id}`)
  await expect(editor(page)).toContainText('Record not found. It may have been deleted.')
  await expect(editor(page).getByTestId('unsaved-text')).toContainText('Ida Brandt')
  await expect(editor(page).getByRole('button', { name: /Save|Delete/ })).toHaveCount(0)
  expect((await axe(page).include('[data-testid=record-editor]').analyze()).violations).toEqual([])
  await editor(page).getByTestId('restored').getByRole('button', { name: 'Discard' }).click()
  await expect(editor(page).getByTestId('unsaved-text')).toBeHidden()
})

test('discarded changes cannot overwrite newer ones', async ({ page, stage }) => {
  page.on('dialog', (dialog) => void dialog.accept())
  const id = await customer(stage)
  await openList(page, stage, `/Company/User?id=${id}`)
  await fillAndKeep(page, nameOf(page), 'Ida Brandt')
  await page.reload()
  const restored = editor(page).getByTestId('restored')
  await restored.getByRole('button', { name: 'Discard' }).click()
  await expect(restored).toContainText('Unsaved changes discarded')
  await nameOf(page).fill('Ida Berg')
  await expect(restored).toBeHidden()
  await editor(page).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved')).toBeVisible()
  await expect(restored).toBeHidden()
})

for (const { scheme, lang } of looks)
  test(`axe finds nothing on the offer of a draft, ${scheme}, ${lang}`, { tag: '@full' }, async ({ page, stage }) => {
    await page.addInitScript((code) => localStorage.setItem('tiffin.lang', code), lang)
    await page.emulateMedia({ colorScheme: scheme })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(stage.url)
    await page.locator('[name=username]').fill('owner')
    await page.locator('[name=password]').fill(PASSWORD)
    await page.locator('[type=submit]').click()
    await expect(page.getByTestId('board')).toBeVisible()
    const id = await customer(stage)
    page.on('dialog', (dialog) => void dialog.accept())
    await page.goto(`${stage.url}/Company/User?id=${id}`)
    await fillAndKeep(page, nameOf(page), 'Ida Brandt')
    await page.goto(`${stage.url}/Company/Order`)
    await expect(offer(page)).toBeVisible()
    expect((await axe(page).include('[data-testid=draft-offer]').analyze()).violations).toEqual([])
    await page.goto(`${stage.url}/Company/User?id=${id}`)
    await expect(editor(page).getByTestId('restored')).toBeVisible()
    expect((await axe(page).include('[data-testid=restored]').analyze()).violations).toEqual([])
  })
