import type { Locator } from '@playwright/test'
import type { EntityName } from '@tiffin/sdk/contract'
import { insertRow } from '@tiffin/server/test'
import { expect, type Page, type Stage, startSession } from './support.ts'

/** Opens a console address as this user, and waits for the list. */
export async function openList(page: Page, stage: Pick<Stage, 'url'>, path: string, login = 'owner'): Promise<void> {
  await startSession(page, stage.url, login)
  await page.goto(new URL(path, stage.url).href)
  await expect(page.getByTestId('record-list')).toBeVisible()
}

export const row = (page: Page, id: number) => page.getByTestId(`row-${id}`)
/** The link from a row to its record; phones are links too. */
export const recordLink = (page: Page, id: number) => row(page, id).locator('a:not([href^="tel:"])').first()
export const rows = (page: Page) => page.getByTestId('record-table').locator('tbody tr')
export const editor = (page: Page) => page.getByTestId('record-editor')
/** The input of a field in the open editor. */
export const field = (page: Page, name: string) => editor(page).locator(`[data-field=${name}]`)
/** Switches to a tab of the open editor, and waits until its fields are visible. */
export async function openTab(page: Page, name: string): Promise<void> {
  const tab = editor(page).getByRole('tab', { name, exact: true })
  await tab.click()
  await expect(tab).toHaveAttribute('aria-selected', 'true')
}
export const save = (page: Page) => editor(page).getByRole('button', { name: 'Save', exact: true }).click()

/** Rows that only one journey uses. */
export async function rowsOf(stage: Stage, entity: EntityName, list: readonly Record<string, unknown>[]): Promise<number[]> {
  await stage.database.asOwner(`delete from "${entity}" where company = $1`, [stage.world.a])
  const made: number[] = []
  for (const values of list) made.push(await insertRow(stage.database, entity, { company: stage.world.a, ...values }))
  return made
}

/** When the stored unsaved changes were last typed, in ms. */
const draftTimes = (page: Page): Promise<number[]> =>
  page.evaluate(async () => {
    const known = await indexedDB.databases()
    if (!known.some(({ name }) => name === 'tiffin')) return []
    const request = indexedDB.open('tiffin')
    await new Promise((resolve) => request.addEventListener('success', resolve))
    const all = request.result.transaction('drafts').objectStore('drafts').getAll()
    await new Promise((resolve) => all.addEventListener('success', resolve))
    request.result.close()
    return (all.result as { at: number }[]).map(({ at }) => at)
  })
export const draftCount = async (page: Page): Promise<number> => (await draftTimes(page)).length

/** Types into a field, and waits until the draft is stored. */
export async function fillAndKeep(page: Page, input: Locator, text: string): Promise<void> {
  const before = await page.evaluate(() => Date.now())
  await input.fill(text)
  await expect.poll(async () => (await draftTimes(page)).some((at) => at >= before)).toBe(true)
}
