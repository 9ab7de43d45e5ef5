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
