import { ChakraProvider } from '@chakra-ui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { CoreProvider } from '@tiffin/core/react'
import { type Row, screens } from '@tiffin/core/screens'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import type { ConsoleHistory } from '../console-history.ts'
import { stubCore } from '../stub-core.ts'
import { system } from '../theme/system.ts'
import { HistoryProvider } from '../ui/use-history.ts'
import { RecordsProvider, type RecordsView } from './records-context.ts'
import { Pager } from './list/pager.tsx'
import { RecordTable } from './list/record-table.tsx'

/** The table of a screen with these rows and sums. */
function drawn(name: string, rows: readonly Row[], sums: Record<string, string> = {}): string {
  const screen = screens.find((item) => item.name === name)
  if (!screen) throw new Error(`no screen ${name}`)
  const view = {
    screen,
    lang: 'en',
    timezone: 'UTC',
    country: 'DE',
    actor: { merchants: new Map() },
    today: () => ({ now: 0, timezone: 'UTC' }),
  }
  return renderToStaticMarkup(
    <CoreProvider core={stubCore()}>
      <QueryClientProvider client={new QueryClient()}>
        <HistoryProvider value={{} as ConsoleHistory}>
          <MemoryRouter>
            <ChakraProvider value={system}>
              <RecordsProvider value={view as unknown as RecordsView}>
                <RecordTable
                  listed={{ rows, count: rows.length, atLeast: false, all: null, sums, feed: 1 }}
                  columns={screen.columns}
                  sort={screen.order}
                  onSort={() => {}}
                  hrefOf={null}
                  onOpen={() => {}}
                  onMenu={() => {}}
                  selection={null}
                  compact={false}
                  busy={false}
                />
              </RecordsProvider>
            </ChakraProvider>
          </MemoryRouter>
        </HistoryProvider>
      </QueryClientProvider>
    </CoreProvider>,
  )
}
/** The texts of cells by column; a cell over several columns is in each of them. */
const cellsOf = (html: string): string[] =>
  [...html.matchAll(/<td([^>]*)>(.*?)<\/td>/gs)].flatMap(([, attributes = '', cell = '']) =>
    Array.from({ length: Number(/colspan="(\d+)"/i.exec(attributes)?.[1] ?? 1) }, () => cell.replaceAll(/<[^>]+>/g, '').trim()),
  )

it('names a message of a mailing by the subject of the mailing', () => {
  const mailing_obj = { mailing_id: 4, subject: { en: 'Soup week' }, text: { en: 'Every soup at half price' } }
  const message = { phone: '49301234', channel: 'mail', push: 1, result: 'sent' }
  const html = drawn('message', [
    { ...message, message_id: 80, subject: {}, text: {}, mailing_id: 4, mailing_obj },
    { ...message, message_id: 81, subject: { en: 'Hello' }, text: { en: 'Ida' }, mailing_id: null, mailing_obj: null },
    { ...message, message_id: 82, subject: {}, text: { en: 'No subject' }, mailing_id: null, mailing_obj: null },
  ])
  const [first = [], second = [], third = []] = html.split('<tr data-testid').slice(1).map(cellsOf)
  const columns = screens.find(({ name }) => name === 'message')?.columns ?? []
  const at = [columns.indexOf('subject'), columns.indexOf('text')]
  expect(at.map((index) => first[index])).toEqual(['Soup week', 'Every soup at half price'])
  expect(at.map((index) => second[index])).toEqual(['Hello', 'Ida'])
  expect(at.map((index) => third[index])).toEqual(['#82', 'No subject'])
  expect(html).toContain('aria-label="Open Soup week"')
})

it('LIST-24 PAY-15: shows the sums of a read as totals below their columns', () => {
  const html = drawn('payment', [{ payment_id: 1, amount: '5.00' }], { amount: '1234.50' })
  const [, foot = ''] = /<tfoot>(.*)<\/tfoot>/s.exec(html) ?? []
  const columns = screens.find(({ name }) => name === 'payment')?.columns ?? []
  const totals = Object.fromEntries(columns.map((column, at) => [column, cellsOf(foot)[at]]))
  expect(totals).toMatchObject({ payment_id: 'Total', date: 'Total', amount: '1,234.50 $', user: '' })
  expect(drawn('user', [{ user_id: 1 }])).not.toContain('<tfoot>')
})

it.each([
  ['COMP-02', 'company', { company_id: 7, name: { en: 'Roma' } }, 'Switch to Roma'],
  ['MERCH-13', 'merchants of all companies', { merchant_id: 5, company: 7, name: { en: 'Grill' } }, 'Select company: Grill'],
  ['PAY-14', 'payment', { payment_id: 1, description: 'Top-up' }, 'Info: Top-up'],
])('%s: a row of %s has its own button', (_id, name, row, label) => {
  expect(drawn(name, [row])).toContain(`aria-label="${label}"`)
})

it('COMP-06: the status of a company is a switch in its row, labelled from company_status', () => {
  const row = { company_id: 7, name: { en: 'Roma' }, status: 1, status_obj: { company_status_id: 1, name: { en: 'Trading' } } }
  const html = drawn('company', [row])
  expect(/<label class="toggle">(.*?)<\/label>/s.exec(html)?.[1]).toMatch(/role="switch".*checked="".*Trading/)
  const closed = drawn('company', [{ ...row, status: 0, status_obj: { company_status_id: 0, name: { en: 'Shut' } } }])
  expect(/<label class="toggle">(.*?)<\/label>/s.exec(closed)?.[1]).toMatch(/^(?!.*checked).*Shut/s)
})

it.each([
  ['Trading', 'on', {}],
  ['Suspended', 'alert', { suspended: 1 }],
  ['Blocked by platform', 'off', { enable: 0 }],
  ['Expired', 'off', { active: '1969-12-01T00:00:00.000Z' }],
])('the switch of a company shows the same state as the counts above: %s', (word, look, more) => {
  const status_obj = { company_status_id: 1, name: { en: 'Trading' } }
  const open = { status: 1, enable: 1, suspended: 0, active: '1971-01-01T00:00:00.000Z' }
  const html = drawn('company', [{ company_id: 7, name: { en: 'Roma' }, status_obj, ...open, ...more }])
  expect(/<label class="toggle">(.*?)<\/label>/s.exec(html)?.[1]).toContain(`data-tone="${look}">${word}<`)
})

it('a row without a title links to its record by number, not by what another column shows', () => {
  const html = drawn('message', [{ message_id: 7, subject: {}, phone: '4917112345', text: { en: 'Hello' } }])
  const cell = /<td[^>]*><button[^>]*class="link"[^>]*>(.*?)<\/button>/s.exec(html)?.[1]
  expect(cell).toBe('#7')
})

it('LIST-05: a page can have 5, 10, 15, 20, 30, 40 or 100 rows', () => {
  const html = renderToStaticMarkup(
    <CoreProvider core={stubCore()}>
      <ChakraProvider value={system}>
        <Pager page={1} size={15} count={40} atLeast={false} onPage={() => {}} onSize={() => {}} />
      </ChakraProvider>
    </CoreProvider>,
  )
  const options = [...html.matchAll(/<option[^>]*>(\d+)<\/option>/g)].map(([, size]) => Number(size))
  expect(options).toEqual([5, 10, 15, 20, 30, 40, 100])
  expect(html).toContain('1–15 of 40')
})

it.each([undefined, 0])('the pager shows the number of rows only when it is known: %s', (count) => {
  const html = renderToStaticMarkup(
    <CoreProvider core={stubCore()}>
      <ChakraProvider value={system}>
        <Pager page={1} size={15} count={count} atLeast={false} onPage={() => {}} onSize={() => {}} />
      </ChakraProvider>
    </CoreProvider>,
  )
  expect(html.includes('of 0')).toBe(count === 0)
  expect(html.includes('Page 1 of 1')).toBe(count === 0)
})
