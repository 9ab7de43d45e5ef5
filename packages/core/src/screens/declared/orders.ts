import { isPickup } from '#rules/index'
import { checkOrder, followOrder } from '../order-changes.ts'
import { defineScreen } from '../screen.ts'
import { statusStates } from './states.ts'

export const orderStatuses = defineScreen('order_status', {
  one: 'Order status',
  columns: ['status', 'value', 'color', 'merchant', 'courier', 'transfer', 'print'],
  readonly: ['status'],
  editor: {
    tabs: {
      Main: {
        rows: ['value', ['status', 'color', 'sound']],
        sections: { Visibility: [['merchant', 'courier']], 'Next steps': ['transfer'] },
      },
      Flags: {
        sections: {
          Meaning: [['reservation', 'created'], ['ready', 'courier_appointed'], 'done'],
          'Automatic actions': [['print', 'paycheck'], ['courier_push_unassigned', 'courier_push_assigned'], 'merchant_route'],
        },
      },
    },
  },
})

const forDelivery = [
  'destination_address',
  'destination_info_json',
  'destination_coordinates',
  'destination_unverified',
  'delivery',
]

/** Every order of a company, and the editor that the board opens too (ORDER-01). */
export const orders = defineScreen('order', {
  name: 'orders',
  one: 'Order',
  shownIn: 'platform',
  mode: 'board',
  columns: [
    ...(['order_id', 'merchant', 'user', 'type', 'order_status', 'total', 'paid'] as const),
    ...(['time_create', 'time_finish', 'courier'] as const),
  ],
  filters: [
    'order_id',
    { field: 'merchant', afterCompany: true },
    { field: 'order_status', afterCompany: true, offered: 30 },
    'type',
    { field: 'time_create', label: 'Period' },
  ],
  order: '-order_id',
  blank: { courier: 'No courier' },
  folds: true,
  create: false,
  offers: {
    merchant: [{ key: 'status', prm: 1 }],
    // WIZ-03
    user: [{ key: 'phone', op: '!=', prm: '' }],
    // WIZ-13
    pay_type: [
      { key: 'admin', prm: 2 },
      { key: 'status', prm: 1 },
    ],
  },
  follow: followOrder,
  hidden: (row) => (isPickup(row) ? forDelivery : []),
  check: checkOrder,
  editor: {
    tabs: {
      Main: ['order_id', 'order_status', 'user', 'merchant', 'total'],
      // AMB-095, AMB-096
      Order: {
        rows: [['merchant', 'user'], ['type', 'courier'], 'cart'],
        sections: {
          Address: [
            'destination_address',
            'destination_info_json',
            ['destination_coordinates', 'delivery'],
            'destination_unverified',
          ],
          Payment: [
            ['pay_type', 'paid'],
            ['promocode', 'discount', 'bonus'],
            ['tips_percent', 'odd'],
          ],
          Times: [
            ['asap', 'time_finish'],
            ['time_create', 'time_delivery', 'pay_date'],
          ],
          Comment: [['comment', 'info']],
        },
        side: [],
      },
    },
  },
})

/** The columns in the documented order (REPORT-14). */
const shown = [
  ...(['order_id', 'user', 'type', 'merchant', 'destination_address', 'cost', 'discount', 'bonus', 'promocode_amount'] as const),
  ...(['total', 'promocode', 'paid', 'order_status', 'time_create', 'last_time', 'time_finish', 'time_delivery'] as const),
  ...(['courier', 'pay_type'] as const),
]

/** Orders by their deadline, with the documented sums (REPORT-19). */
export const ordersReport = defineScreen('order', {
  name: 'orders report',
  one: 'Order',
  mode: 'report',
  columns: shown,
  filters: [
    ...(['order_id', 'destination_address', 'paid'] as const),
    { field: 'merchant', afterCompany: true },
    { field: 'user', afterCompany: true },
    { field: 'courier', afterCompany: true },
    'type',
    // REPORT-09
    { field: 'order_status', afterCompany: true, offered: 30 },
    // Today and the seven days before it (REPORT-11, AMB-122).
    { field: 'time_finish', label: 'Period', lastDays: 8 },
    { field: 'hour' },
    { field: 'city', onPlatform: true },
  ],
  offers: { city: [{ key: 'has_merchants', prm: 1 }] },
  order: '-time_finish',
  sums: ['discount', 'bonus', 'promocode_amount', 'total'],
  total: 'Total of all orders',
  blank: { time_delivery: 'Not delivered yet', courier: 'No courier' },
  folds: true,
  // REPORT-13
  typingDelay: 200,
  create: false,
  remove: false,
  readonly: shown,
  editor: {
    tabs: {
      Main: {
        rows: [
          ['order_id', 'paid'],
          ['user', 'merchant'],
          ['type', 'order_status'],
          'destination_address',
          ['courier', 'pay_type'],
        ],
        sections: {
          Times: [
            ['time_create', 'last_time'],
            ['time_finish', 'time_delivery'],
          ],
          Amounts: [
            ['cost', 'discount', 'bonus'],
            ['promocode', 'promocode_amount', 'total'],
          ],
        },
      },
    },
  },
})

export const orderSteps = defineScreen('order_step', {
  one: 'Order path',
  columns: ['step', 'name', 'type', 'status'],
  filters: [{ field: 'type', afterCompany: true }],
  readonly: ['step'],
  editor: { tabs: { Main: ['name', ['step', 'type'], 'status'] } },
})

export const payTypes = defineScreen('pay_type', {
  one: 'Payment type',
  columns: ['pay_type_id', 'company.logo', 'company.name', 'name', 'status'],
  states: statusStates,
  editor: {
    tabs: {
      Main: {
        rows: ['name'],
        sections: {
          Commission: [['commission_percent', 'commission_fixed'], 'emit'],
          Availability: [
            ['admin', 'app'],
            ['odd', 'online'],
          ],
        },
        side: ['status', 'icon'],
      },
      'Pay System': ['pay_system', 'pay_system_settings'],
    },
  },
})
