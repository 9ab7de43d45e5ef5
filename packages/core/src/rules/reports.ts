import type { Condition, Order, ReportGrain, ReportName } from '@tiffin/sdk/contract'
import type { PlainKey } from '#i18n/text-key'
import { addDays, daysBetween, type DayPeriod } from './periods.ts'

/** The set of matching orders that a figure is about: `kept` are those that are not cancelled (AMB-215). */
export type OrderSet = 'found' | 'kept' | 'cancelled' | 'delivered' | 'late'

type Amount = keyof Pick<Order, 'total' | 'discount' | 'delivery' | 'promocode_amount'>
type Moment = keyof Pick<Order, 'time_create' | 'time_finish' | 'time_delivery'>

/** How a figure is computed. The server builds its SQL from this. */
export type Measure =
  | { count: OrderSet }
  | { sum: Amount; of: OrderSet }
  | { average: Amount; of: OrderSet }
  /** Average minutes from one time to another; negative minutes count as 0. */
  | { minutes: readonly [from: Moment, to: Moment]; of: OrderSet }
  /** Percentage that `share` is of `of`. */
  | { share: OrderSet; of: OrderSet }

export interface ReportColumn {
  label: PlainKey
  measure: Measure
}

const columns = {
  orders: { label: 'Orders', measure: { count: 'found' } },
  cancelled: { label: 'Cancelled orders', measure: { count: 'cancelled' } },
  revenue: { label: 'Revenue without cancelled orders', measure: { sum: 'total', of: 'kept' } },
  average: { label: 'Average without cancelled orders', measure: { average: 'total', of: 'kept' } },
  delivery: { label: 'Delivery', measure: { sum: 'delivery', of: 'kept' } },
  discount: { label: 'Discount', measure: { sum: 'discount', of: 'kept' } },
  promocode_amount: { label: 'Promo code discount', measure: { sum: 'promocode_amount', of: 'kept' } },
  delivered: { label: 'Delivered', measure: { count: 'delivered' } },
  planned: { label: 'Planned (min)', measure: { minutes: ['time_create', 'time_finish'], of: 'delivered' } },
  actual: { label: 'Actual (min)', measure: { minutes: ['time_create', 'time_delivery'], of: 'delivered' } },
  lateness: { label: 'Late by (min)', measure: { minutes: ['time_finish', 'time_delivery'], of: 'delivered' } },
  late: { label: 'Late (%)', measure: { share: 'late', of: 'delivered' } },
} as const satisfies Readonly<Record<string, ReportColumn>>
export type ReportColumnName = keyof typeof columns

/** Whether a figure is an amount of money. */
export const isMoneyFigure = (name: ReportColumnName): boolean => {
  const { measure }: ReportColumn = columns[name]
  return 'sum' in measure || 'average' in measure
}

/** The columns of all reports by name. */
export const reportColumns: Readonly<Record<ReportColumnName, ReportColumn>> = columns

export type ReportGroup = ReportGrain | 'courier' | 'promocode'

/** A report of orders, for the server, the console and the command line. */
export interface Report {
  label: PlainKey
  /** The default grouping of its rows; the reader may choose another. */
  group: ReportGroup
  columns: readonly ReportColumnName[]
  /** Conditions on the orders that it covers. */
  where: readonly Condition[]
}

const sales = ['orders', 'cancelled', 'revenue', 'average', 'delivery', 'discount'] as const

/** Every report of orders (KDS-19). */
export const reports: Readonly<Record<ReportName, Report>> = {
  orders: { label: 'Orders', group: 'day', columns: sales, where: [] },
  couriers: { label: 'Couriers', group: 'courier', columns: sales, where: [] },
  merchants: { label: 'Merchants', group: 'merchant', columns: sales, where: [] },
  promo: {
    label: 'Promo codes',
    group: 'promocode',
    columns: ['orders', 'cancelled', 'revenue', 'average', 'promocode_amount', 'discount'],
    where: [{ key: 'promocode', op: 'notnull' }],
  },
  'planned-actual': {
    label: 'Planned and actual',
    group: 'merchant',
    columns: ['delivered', 'planned', 'actual', 'lateness', 'late'],
    where: [{ key: 'time_delivery', op: 'notnull' }],
  },
}

/** Whether its amounts have no cancelled orders, and there are other figures that have them. */
export const leavesOutCancelled = (name: ReportName): boolean =>
  reports[name].columns.some((column) => 'sum' in columns[column].measure)

/** The title of a report, on its page and its sheet. */
export const reportTitle = (name: ReportName, t: (text: PlainKey) => string): string =>
  name === 'orders' ? t('Orders report') : `${t('Orders report')}: ${t(reports[name].label)}`

/** The heading of the column that identifies the rows of a report. */
export const groupLabels: Readonly<Record<ReportGroup, PlainKey>> = {
  day: 'Day',
  hour: 'Hour',
  merchant: 'Merchant',
  courier: 'Courier',
  promocode: 'Promo code',
}

/** The preceding period with the same number of days. */
export const periodBefore = ({ from, to }: DayPeriod): DayPeriod => ({
  from: addDays(from, -1 - daysBetween(from, to)),
  to: addDays(from, -1),
})
