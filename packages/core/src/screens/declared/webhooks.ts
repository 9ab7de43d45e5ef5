import { defineScreen } from '../screen.ts'
import { valueState } from './states.ts'

export const webhooks = defineScreen('webhook', {
  one: 'Webhook',
  columns: ['name', 'url', 'state', 'disabled_reason', 'admin.name', 'secret_shown'],
  states: [
    valueState('enabled', 'Enabled', 'on', [{ key: 'enabled', prm: 1 }]),
    valueState('stopped', 'Disabled after failures', 'alert', [
      { key: 'enabled', prm: 0 },
      { key: 'disabled_reason', op: 'notnull' },
    ]),
    valueState('disabled', 'Disabled', 'off', [
      { key: 'enabled', prm: 0 },
      { key: 'disabled_reason', op: 'null' },
    ]),
  ],
  order: 'webhook_id',
  editor: {
    tabs: {
      Main: {
        rows: ['name', 'url', ['order_created', 'order_moved', 'order_cancelled'], 'secret_shown'],
        side: ['enabled', 'disabled_reason', 'disabled_at', 'admin'],
      },
    },
  },
})

export const webhookDeliveries = defineScreen('webhook_delivery', {
  one: 'Webhook delivery',
  columns: ['created', 'webhook.url', 'type', 'order', 'state', 'attempts', 'next_attempt', 'http_status', 'problem', 'answer'],
  filters: ['webhook', 'type', { field: 'created', label: 'Period' }],
  states: [
    valueState('delivered', 'Delivered', 'on', [{ key: 'state', prm: 'delivered' }]),
    valueState('waiting', 'Waiting', 'part', [
      {
        any: [
          { key: 'state', prm: 'pending' },
          { key: 'state', prm: 'sending' },
        ],
      },
    ]),
    valueState('held', 'On hold', 'alert', [{ key: 'state', prm: 'held' }]),
    valueState('failed', 'Failed', 'alert', [{ key: 'state', prm: 'failed' }]),
    valueState('skipped', 'Not sent', 'off', [{ key: 'state', prm: 'skipped' }]),
  ],
  order: '-webhook_delivery_id',
  create: false,
  remove: false,
  refresh: 5,
  editor: {
    tabs: {
      Main: [
        ['created', 'type', 'order'],
        ['webhook', 'event', 'feed'],
        ['state', 'attempts', 'next_attempt'],
        ['last_attempt', 'http_status', 'problem'],
        'answer',
      ],
    },
  },
})
