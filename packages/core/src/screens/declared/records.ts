import { defineScreen } from '../screen.ts'

export const payments = defineScreen('payment', {
  title: 'Payments report',
  routes: ['Administrator-Report-Payments'],
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
  order: '-payment_id',
  create: false,
  remove: false,
  sums: ['amount'],
  editor: {
    tabs: { Main: ['company', 'type', 'date', 'amount', 'bill', 'tariff', 'tariff_period', 'user', 'description', 'date_paid'] },
  },
})

export const auditLog = defineScreen('audit', {
  title: 'Audit',
  routes: ['Administrator-Audit'],
  columns: ['audit_id', 'action', 'table', 'user_login', 'user_name', 'date'],
  filters: ['action', { field: 'user_login', label: 'User' }, { field: 'date', label: 'Period', lastDays: 2 }],
  order: '-audit_id',
  create: false,
  remove: false,
  editor: { tabs: { Main: ['action', 'table', 'user_login', 'user_name', 'date', 'data'] } },
})
