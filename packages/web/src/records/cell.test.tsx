import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { CoreProvider } from '@tiffin/core/react'
import { type Row, screens } from '@tiffin/core/screens'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { stubCore } from '../stub-core.ts'
import { RecordsProvider, type RecordsView } from './records-context.ts'
import { Cell } from './list/cell.tsx'

/** The markup of one cell in a screen's list. */
function drawn(name: string, column: string, row: Row): string {
  const screen = screens.find((item) => item.name === name)
  if (!screen) throw new Error(`no screen ${name}`)
  const view = {
    screen,
    area: 'company',
    user: { company: { country: { currency_symbol: '€', currency_code: 'EUR' } } },
    lang: 'en',
    timezone: 'UTC',
    country: 'DE',
    today: () => ({ now: 0, timezone: 'UTC' }),
  }
  return renderToStaticMarkup(
    <CoreProvider core={stubCore()}>
      <QueryClientProvider client={new QueryClient()}>
        <RecordsProvider value={view as unknown as RecordsView}>
          <Cell row={row} column={column} />
        </RecordsProvider>
      </QueryClientProvider>
    </CoreProvider>,
  )
}
/** Its visible text. */
const textOf = (html: string): string =>
  html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

const company_obj = { company_id: 7, name: { en: 'Pizza Roma' }, logo: '' }
const creator_obj = { admin_id: 3, login: 'olga', name: 'Olga', surname: 'Ames', img: '' }
const used_by = { ...creator_obj, others: 2 }

const after = { last_time: '2026-11-23T12:00:00.000Z', comment: 'No onions', asap: 0, total: '12.50', cutlery: 2, tips: '1.00' }
const before = { last_time: '2026-11-23T11:00:00.000Z', comment: '', asap: 1, total: '11.50', cutlery: 1, tips: '0.00' }
const changed = { table: 'order', data: { key: '4', before, after, company: 7, currency: '€' } }
const deleted = { table: 'cuisine', data: { key: '9', before: { name: { en: 'Thai' }, show: 1, img: '' }, after: null } }

describe('table cells', () => {
  it.each<[string, string, string, Row, string]>([
    ['EDIT-24: a phone in groups', 'user', 'phone', { phone: '79991234567' }, '+7 999 123 45 67'],
    ['COUR-03: the phone of a courier', 'courier', 'phone', { phone: '4930123456' }, '+49 301 234 56'],
    ['a courier on duty', 'courier', 'state', { working: 1, courier_status: 1 }, 'Free'],
    ['a courier with orders', 'courier', 'state', { working: 1, courier_status: 2 }, 'Busy'],
    ['a courier off duty', 'courier', 'state', { working: 2, courier_status: 1 }, 'Off duty'],
    ['the end of an expired one', 'promocode', 'date_finish', { date_finish: '1969-12-31' }, 'Dec 31, 1969 Expired'],
    ['the last day', 'promocode', 'date_finish', { date_finish: '1970-01-01' }, 'Jan 1, 1970 Last day'],
    ['the end within a week', 'promocode', 'date_finish', { date_finish: '1970-01-07' }, 'Jan 7, 1970 6 days left'],
    ['a later end', 'promocode', 'date_finish', { date_finish: '1970-01-08' }, 'Jan 8, 1970'],
    ['how often a code is used', 'promocode', 'use', { use: 3 }, '3 times'],
    ['how often a code is used, once', 'promocode', 'use', { use: 1 }, '1 time'],
    ['a fixed discount', 'promocode', 'discount', { discount: 5, discount_type: 1 }, '5 €'],
    ['a discount in percent', 'promocode', 'discount', { discount: 5, discount_type: 2 }, '5 %'],
    ['COUR-03: the company of a courier', 'courier', 'company.name', { name: 'Ann', company: 7, company_obj }, 'Pizza Roma'],
    ['PAY-02: the company of a payment type', 'pay_type', 'company.name', { name: { en: 'Cash' }, company_obj }, 'Pizza Roma'],
    ['COMP-02: the login of the creator', 'company', 'creator', { creator: 3, creator_obj }, 'OA Olga Ames olga'],
    ['COMP-02: the administrator who uses it, and how many others do', 'company', 'used_by', { used_by }, 'OA Olga Ames olga +2'],
    ['MERCH-04: the sort order of a merchant', 'merchant', 'order', { order: 1 }, '1'],
    ['MERCH-04: a merchant without a sort order', 'merchant', 'order', { order: 0 }, ''],
    ['MERCH-04: a merchant below 0', 'merchant', 'order', { order: -3 }, ''],
    ['MAIL-03: a mailing that waits', 'mailing', 'status', { status: 0 }, 'In processing'],
    ['MAIL-03: a mailing under way', 'mailing', 'status', { status: 1 }, 'In processing'],
    ['MAIL-03: a finished mailing', 'mailing', 'status', { status: 2 }, 'Done'],
    [
      'a change as text, fields set by people before computed ones',
      'audit',
      'data',
      changed,
      'Comment: — → No onions · Tips: 0.00 € → 1.00 € · Cutlery: 1 → 2 and 2 more',
    ],
    ['the fields of a deleted record', 'audit', 'data', deleted, 'Name (en): Thai'],
    ['a record by its kind and name', 'audit', 'table', deleted, 'Cuisine Thai'],
    ['a record by its kind and key until its name is known', 'audit', 'table', changed, 'Order #4'],
    ['the person who made a change', 'audit', 'user_name', { user_name: 'Olga Ames' }, 'Olga Ames'],
    ['an automatic change', 'audit', 'user_name', { user_name: '' }, 'Automatic'],
    ['REPORT-17: no delivery yet', 'orders report', 'time_delivery', { time_delivery: null }, 'Not delivered yet'],
    ['REPORT-18: no courier', 'orders report', 'courier', { courier: null }, 'No courier'],
    ['ORDER-06: courier 0', 'orders', 'courier', { courier: 0, courier_obj: null }, 'No courier'],
    ['REPORT-18: the courier of an order', 'orders report', 'courier', { courier: 1, courier_obj: { name: 'Carl' } }, 'Carl'],
    ['IMG-16: a person without a photo', 'courier', 'img', { img: '', name: 'Ann Lee' }, 'AL'],
  ])('%s', (_what, name, column, row, text) => {
    expect(textOf(drawn(name, column, row))).toBe(text)
  })

  it('a phone is no link, so that the first link of a row opens its record', () => {
    expect(drawn('user', 'phone', { phone: '79991234567' })).not.toContain('href')
  })

  it('IMG-14: an avatar has 30 pixels', () => {
    expect(drawn('courier', 'img', { img: '', name: 'Ann Lee' })).toContain('width:30px;height:30px')
    expect(drawn('courier', 'img', { img: 'ann.webp', name: 'Ann Lee' })).toContain('width="30" height="30"')
  })

  it('REPORT-15: shows the status of an order in its colours', () => {
    const status = { order_status_id: 2, value: { en: 'New' }, color: { background: '#123456', text: '#FEDCBA' } }
    expect(drawn('orders report', 'order_status', { order_status: 2, status })).toContain('background:#123456;color:#FEDCBA')
  })

  it('COUR-03: shows the logo of the company, not of the courier', () => {
    const row = { img: 'courier.webp', company: 7, company_obj: { ...company_obj, logo: 'roma.webp' } }
    expect(drawn('courier', 'company.logo', row)).toContain('roma.webp')
  })

  it.each<[string, string, string, unknown, unknown]>([
    ['TAG-04', 'cuisine', 'show', 1, 2],
    ['CAT-06', 'merchant_type', 'alcohol_warning', 1, 2],
    ['PAY-05', 'pay_type', 'admin', 2, 1],
    ['PAY-05', 'pay_type', 'app', 2, 1],
    ['PAY-05', 'pay_type', 'odd', 2, 1],
    ['PAY-06', 'pay_type', 'online', 1, 0],
  ])('%s: of %s.%s %s is on and %s is off', (_id, name, column, on, off) => {
    expect(drawn(name, column, { [column]: on })).toContain('aria-label="Yes"')
    expect(drawn(name, column, { [column]: off })).toContain('aria-label="No"')
  })
})
