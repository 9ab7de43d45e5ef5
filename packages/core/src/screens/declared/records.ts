import type { PaymentState } from '@tiffin/sdk/contract'
import type { PlainKey } from '#i18n/text-key'
import { defineScreen, type StateTone } from '../screen.ts'
import { valueState } from './states.ts'

export const payments = defineScreen('payment', {
  one: 'Payment',
  columns: ['payment_id', 'company.logo', 'company.name', 'type', 'date', 'amount', 'user', 'description'],
  filters: [
    {
      name: 'action',
      label: 'Action',
      choices: [
        { value: 'payment', label: 'Payment', where: [{ key: 'amount', op: '>', prm: 0 }] },
        { value: 'write-off', label: 'Write-off', where: [{ key: 'amount', op: '<', prm: 0 }] },
      ],
    },
    {
      name: 'zero',
      label: 'Zero transactions',
      choices: [{ value: 'hide', label: 'Hide', where: [{ key: 'amount', op: '!=', prm: 0 }] }],
    },
    { field: 'type', label: 'Payment type' },
    { field: 'date', label: 'Period', lastDays: 31 },
  ],
  states: [
    valueState('received', 'Received', 'on', [
      { key: 'amount', op: '>', prm: 0 },
      {
        any: [
          { key: 'bill', prm: 0 },
          { key: 'date_paid', op: 'notnull' },
        ],
      },
    ]),
    valueState('unpaid', 'Not paid yet', 'part', [
      { key: 'amount', op: '>=', prm: 0 },
      { key: 'bill', op: '>', prm: 0 },
      { key: 'date_paid', op: 'null' },
    ]),
    valueState('written-off', 'Written off', 'off', [{ key: 'amount', op: '<', prm: 0 }]),
  ],
  order: '-payment_id',
  create: false,
  remove: false,
  sums: ['amount'],
  editor: {
    tabs: {
      Main: [['company', 'user'], ['type', 'amount'], ['bill', 'date_paid'], ['tariff', 'tariff_period'], 'date', 'description'],
    },
  },
})

const ofState = (value: PaymentState, label: PlainKey, tone: StateTone) =>
  valueState(value, label, tone, [{ key: 'state', prm: value }])

/** On the subscription page of a company (BILL-08). */
export const paymentHistory = defineScreen('payment', {
  name: 'payment history',
  title: 'Payment history',
  one: 'Payment',
  shownIn: 'none',
  columns: ['date', 'type', 'tariff', 'amount', 'state', 'description'],
  filters: [
    { field: 'type', label: 'Payment type' },
    { field: 'date', label: 'Period' },
  ],
  states: [
    ofState('applied', 'Complete', 'on'),
    ofState('paid', 'Paid', 'on'),
    ofState('open', 'Waiting for payment', 'part'),
    ofState('waiting', 'Starts when the current subscription ends', 'part'),
    ofState('cancelled', 'Cancelled', 'off'),
    ofState('failed', 'Payment failed', 'alert'),
    ofState('refunded', 'Refunded', 'off'),
  ],
  order: '-payment_id',
  create: false,
  remove: false,
  editor: {
    tabs: {
      Main: ['date', 'type', 'tariff', 'tariff_period', 'state', 'bill', 'amount', 'date_paid', 'date_applied', 'description'],
    },
  },
})

export const auditLog = defineScreen('audit', {
  one: 'Audit entry',
  columns: ['date', 'user_name', 'table', 'action', 'company', 'data', 'user_login'],
  filters: [
    'action',
    { field: 'user_login', label: 'User' },
    { field: 'date', label: 'Period', lastDays: 2 },
    'company',
    { field: 'change', label: 'Change number' },
  ],
  states: [
    valueState('people', 'Manual', 'on', [{ key: 'automatic', prm: 0 }]),
    valueState('automatic', 'Automatic', 'off', [{ key: 'automatic', prm: 1 }]),
  ],
  initialState: 'people',
  order: '-audit_id',
  create: false,
  remove: false,
  editor: { tabs: { Main: [['table', 'company'], ['action', 'date'], ['user_name', 'user_login'], 'data'] } },
})
