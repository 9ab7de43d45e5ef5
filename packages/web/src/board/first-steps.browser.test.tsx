import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoFaults, smallTargets } from '../test/axe.ts'
import { kitchen, order } from '../test/kitchen.ts'
import { looks } from '../test/looks.ts'
import { expectUrl, notices, openConsole } from '../test/open-console.tsx'
import { operator } from '../test/people.ts'

const { order_status, pay_type } = kitchen
const empty = { order_status, pay_type: pay_type.map((row) => ({ ...row, status: 1 })) }
const list = page.getByTestId('first-steps')
const done = () =>
  list
    .css('li[data-done]')
    .elements()
    .map((step) => step.querySelector('a')?.pathname)
const step = (name: string) => list.getByRole('link', { name })

it('an empty board of a new company shows its first steps, with the finished ones ticked', async () => {
  const server = await openConsole('/Company/Order', { rows: empty })
  await expect.element(list).toMatchTextContent('Done: 1 of 5')
  expect(done()).toEqual(['/Company/PaymentTypes'])
  server.rows('merchant').push({ merchant_id: 4, name: { en: 'Forno' }, status: 1, work_time: [] })
  server.rows('admin').push(...[1, 2].map((admin_id) => ({ admin_id, company_role: admin_id })))
  server.rows('print_job').push({ print_job_id: 1, state: 'printed' })
  // It reads again when its user comes back to the window.
  window.dispatchEvent(new Event('visibilitychange'))
  await expect.element(list).toMatchTextContent('Done: 5 of 5')
})

it.each([
  ['Add a merchant', /\/Company\/Merchant\?id=new/],
  ['Set the opening hours', /\/Company\/Merchant/],
  ['Choose payment types', /\/Company\/PaymentTypes/],
  ['Connect a printer', /\/Company\/Printer/],
  ['Invite people', /\/Company\/Settings\?tab=Users/],
])('its step "%s" opens the page where it is done', async (name, url) => {
  await openConsole('/Company/Order', { rows: { ...empty, company: [{ name: { en: 'Alpha' } }] } })
  await step(name).click()
  await expectUrl(url)
})

it('the opening hours are those of the first merchant', async () => {
  await openConsole('/Company/Order', { rows: { ...empty, merchant: [{ name: { en: 'Forno' }, status: 1 }] } })
  await expect.element(list).toMatchTextContent('Done: 2 of 5')
  await step('Set the opening hours').click()
  await expectUrl(/\/Company\/Merchant\?id=1&tab=Store\+hours/)
})

it('hides for good, for this person and company', async () => {
  const server = await openConsole('/Company/Order', { rows: { ...empty, kanban_settings: [{ admin: 1, settings: {} }] } })
  await list.getByRole('button', { name: 'Hide checklist' }).click()
  await expect.element(list).not.toBeInTheDocument()
  await expect.element(notices).toMatchTextContent('Checklist hidden')
  const settings = server.rows('kanban_settings')
  expect(settings).toMatchObject([{ settings: { noFirstSteps: [1] } }])
  await openConsole('/Company/Order', { rows: { ...empty, kanban_settings: settings } })
  await expect.element(page.getByTestId('board-message')).toBeVisible()
  await expect.poll(() => document.querySelector('[data-testid=first-steps]')).toBeNull()
})

it('is not shown beside orders, in a company that has had orders, or to operators', async () => {
  await openConsole('/Company/Order', { rows: { ...kitchen, order: [order()] } })
  await expect.element(page.getByTestId('card-1')).toBeVisible()
  expect(list.elements()).toEqual([])
  const server = await openConsole('/Company/Order', { rows: kitchen })
  await expect.element(list).toBeVisible()
  server.rows('order').push({ order_id: 1 })
  window.dispatchEvent(new Event('visibilitychange'))
  await expect.element(list).not.toBeInTheDocument()
  await openConsole('/Company/Order', { rows: kitchen, user: operator() })
  await expect.element(page.getByTestId('board-message')).toBeVisible()
  expect(list.elements()).toEqual([])
})

describe.each(looks)('axe finds nothing, $theme, $lang:', (look) => {
  it.each([1440, 390])('the first steps, %i px', async (width) => {
    await openConsole('/Company/Order', { rows: empty, width, height: 844, ...look })
    await expect.element(list).toBeVisible()
    await expectNoFaults()
    expect(smallTargets()).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  })
})
