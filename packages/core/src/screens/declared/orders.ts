import { defineScreen } from '../screen.ts'

export const orderStatuses = defineScreen('order_status', {
  title: 'Order statuses',
  routes: ['Company-OrderStatus', 'Administrator-OrderStatus'],
  columns: ['status', 'value', 'color', 'merchant', 'courier', 'transfer', 'print'],
  readonly: ['status'],
  editor: {
    tabs: {
      Main: ['status', 'value', 'color', 'sound', 'merchant', 'courier', 'transfer'],
      Flags: [
        'reservation',
        'created',
        'ready',
        'courier_appointed',
        'done',
        'courier_push_unassigned',
        'courier_push_assigned',
        'paycheck',
        'merchant_route',
        'print',
      ],
    },
  },
})

export const orderSteps = defineScreen('order_step', {
  title: 'Order paths',
  routes: ['Company-OrderStep', 'Administrator-OrderStep'],
  columns: ['step', 'name', 'type', 'status'],
  filters: [{ field: 'type', afterCompany: true }],
  readonly: ['step'],
  editor: { tabs: { Main: ['step', 'type', 'name', 'status'] } },
})

export const payTypes = defineScreen('pay_type', {
  title: 'Payment types',
  routes: ['Company-PaymentTypes', 'Administrator-PaymentTypes'],
  columns: ['pay_type_id', 'company.logo', 'company.name', 'name', 'status'],
  editor: {
    tabs: {
      Main: ['status', 'name', 'commission_percent', 'commission_fixed', 'emit', 'icon', 'admin', 'app', 'odd', 'online'],
      'Pay System': ['pay_system', 'pay_system_settings'],
    },
  },
})
