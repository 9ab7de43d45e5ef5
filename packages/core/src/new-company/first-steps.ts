import { entities, type TableQuery } from '@tiffin/sdk/contract'
import type { PlainKey } from '#i18n/text-key'
import type { Core } from '../create-core.ts'
import type { Ports } from '../ports.ts'
import { readPrinters } from '../printing/printer-settings.ts'
import { isSame, pages, type RouteName } from '#rules/index'

/** A step of the checklist before a new company's first order. */
export interface FirstStep {
  title: PlainKey
  hint: PlainKey
  isDone: boolean
  route: RouteName
  /** Where it is done, with the record and its tab. */
  path: string
}

export interface FirstSteps {
  /** Whether the company has ever had an order; it then needs no checklist. */
  hasOrders: boolean
  steps: readonly FirstStep[]
}

const hasPrinter = ({ storage }: Ports): boolean => readPrinters(storage).some(({ active }) => active)

const some = (table: string, more: Partial<TableQuery> = {}): TableQuery => ({ table, limit: [0, 1], ...more })

/** Reads how far a new company is set up; for those who manage it. Rejects with an ApiError. */
export async function readFirstSteps({ client, ports }: Pick<Core, 'client' | 'ports'>): Promise<FirstSteps> {
  const { data } = await client.Reference.getData({
    tables: [
      some('order', { include: ['order_id'], order: [{ field: 'order_id', dir: 'desc' }], count: 'none' }),
      some('merchant', { include: ['merchant_id', 'work_time'], order: [{ field: 'merchant_id' }], limit: [0, 100] }),
      some('pay_type', { include: ['pay_type_id'], search: [{ key: 'status', prm: 1 }] }),
      some('print_job', { include: ['print_job_id'], search: [{ key: 'state', prm: 'printed' }] }),
      some('admin', { include: ['admin_id'], search: [{ key: 'company_role', op: 'notnull' }], limit: [0, 2] }),
    ],
  })
  const rows = (table: string) => data[table]?.data ?? []
  const merchants = rows('merchant')
  const usualHours = entities.merchant.fields.work_time.initial
  const [first] = merchants
  const step = (route: RouteName, isDone: boolean, texts: Pick<FirstStep, 'title' | 'hint'>, query = ''): FirstStep => ({
    ...texts,
    isDone,
    route,
    path: `${pages[route].path}${query}`,
  })
  return {
    hasOrders: rows('order').length > 0,
    steps: [
      step(
        'Company-Merchant',
        merchants.length > 0,
        { title: 'Add a merchant', hint: 'The kitchen, shop or restaurant that customers order from.' },
        first ? '' : '?id=new',
      ),
      step(
        'Company-Merchant',
        merchants.some(({ work_time: hours }) => !isSame(hours, usualHours)),
        { title: 'Set the opening hours', hint: 'Every day from 10:00 to 22:00 until you change them.' },
        first ? `?id=${String(first['merchant_id'])}&tab=Store+hours` : '',
      ),
      step('Company-PaymentTypes', rows('pay_type').length > 0, {
        title: 'Choose payment types',
        hint: 'Cash is ready. Add cards and others that you take.',
      }),
      step('Company-Printer', hasPrinter(ports) || rows('print_job').length > 0, {
        title: 'Connect a printer',
        hint: 'For kitchen tickets and receipts.',
      }),
      step(
        'Company-Settings',
        rows('admin').length > 1,
        { title: 'Invite people', hint: 'Everyone in the kitchen or at the phone signs in with a separate account.' },
        '?tab=Users',
      ),
    ],
  }
}
