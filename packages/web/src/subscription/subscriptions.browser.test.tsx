import type { BillingReport } from '@tiffin/sdk/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoFaults, smallTargets } from '../test/axe.ts'
import type { FakeServer } from '../test/fake-server.ts'
import { looks } from '../test/looks.ts'
import { notices, openConsole } from '../test/open-console.tsx'
import { owner, platform } from '../test/people.ts'

const PATH = '/Administrator/Report/Subscriptions'
const named = (company: number, name: string) => ({ company, name: { en: name }, logo: '' })
const months = ['2026-11', '2026-10'].map((month, index) => ({
  month,
  revenue: index === 0 ? '1234.50' : '800.00',
  received: index === 0 ? '1200.00' : '-15.00',
  paying: 40 + index,
  came: 3,
  left: 1,
  churn: index === 0 ? 2.4 : null,
}))
const report: BillingReport = {
  status: 'OK',
  months,
  trials: { count: 201, rows: [{ ...named(4, 'Delta'), ends: '2026-12-05T00:00:00Z' }] },
  due: {
    count: 2,
    rows: [
      { ...named(2, 'Beta'), due: '2026-11-20T00:00:00Z', price: '19.00', balance: '12.50', missing: '6.50', suspended: true },
      { ...named(3, 'Gamma'), due: '2026-12-01T00:00:00Z', price: '19.00', balance: '20.00', missing: '0.00', suspended: false },
    ],
  },
  parked: { count: 1, rows: [{ ...named(9, 'Iota'), problem: 'The tariff of payment 7 does not exist' }] },
}
const none: BillingReport['parked'] = { count: 0, rows: [] }

let shown: BillingReport
beforeEach(() => void (shown = report))
async function open(options: Parameters<typeof openConsole>[1] = {}): Promise<FakeServer> {
  const server = await openConsole('/Administrator/Company', { user: platform(), ...options })
  server.on('Report.billing', () => ({ data: shown }))
  await page.getByTestId('menu').css(`a[href="${PATH}"]`).click()
  return server
}
const cells = (id: string) =>
  [...document.querySelectorAll(`[data-testid=${id}] tbody tr`)].map((row) =>
    [...row.querySelectorAll('td')].map((cell) => cell.textContent.trim()),
  )

describe('the subscriptions of all companies', () => {
  it('shows months, trials, due and parked companies, as the server has calculated them', async () => {
    await open()
    await expect.element(page.getByTestId('months')).toBeVisible()
    expect(cells('months')).toEqual([
      ['2026-11', '$1,234.50', '$1,200.00', '40', '3', '1', '2.4'],
      ['2026-10', '$800.00', '-$15.00', '41', '3', '1', '—'],
    ])
    expect(cells('due').map((row) => row.slice(1))).toEqual([
      ['Beta #2Suspended', '$19.00', '$12.50', '$6.50'],
      ['Gamma #3', '$19.00', '$20.00', '$0.00'],
    ])
    expect(cells('trials').map(([, name]) => name)).toEqual(['Delta #4'])
    await expect.element(page.getByText('The first 1 of 201')).toBeVisible()
    await expect.element(page.getByRole('group', { name: 'In a trial' })).toMatchTextContent('201')
    expect(cells('parked')).toEqual([['Iota #9', 'The tariff of payment 7 does not exist', 'Retry']])
  })

  it('Retry bills a parked company again, and shows the remaining problem', async () => {
    const server = await open()
    const answers = [{ status: 'FAIL', error: 'Still no tariff' }, { status: 'OK' }]
    const companies: unknown[] = []
    server.on('Company.retryBilling', () => {
      const answer = answers.shift()
      if (answer?.status === 'OK') shown = { ...report, parked: none }
      companies.push(answer)
      return { data: answer }
    })
    const retry = page.getByRole('button', { name: 'Retry billing: Iota' })
    await retry.click()
    await expect.element(notices).toMatchTextContent('Still no tariff')
    await expect.element(retry).toBeEnabled()
    await retry.click()
    await expect.element(notices).toMatchTextContent('Company billed')
    await expect.element(page.getByTestId('parked')).not.toBeInTheDocument()
    expect(companies).toHaveLength(2)
  })

  it('is hidden from owners', async () => {
    await openConsole(PATH, { user: owner() })
    await expect.element(page.getByTestId('subscriptions')).not.toBeInTheDocument()
    expect(document.querySelector(`[data-testid=menu] a[href="${PATH}"]`)).toBeNull()
  })
})

describe.each(looks)('axe finds nothing, $theme, $lang:', (look) => {
  it.each([1440, 390])('the subscriptions, %i pixels wide', async (width) => {
    const server = await openConsole('/Administrator/Company', { user: platform(), ...look, width: 1440 })
    server.on('Report.billing', () => ({ data: shown }))
    await page.getByTestId('menu').css(`a[href="${PATH}"]`).click()
    await page.viewport(width, 900)
    await expect.element(page.getByTestId('months')).toBeVisible()
    await expectNoFaults()
    expect(smallTargets()).toEqual([])
    const { scrollWidth, clientWidth } = document.documentElement
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
  })
})
