import { defineScreen } from '../screen.ts'
import { valueState } from './states.ts'

export const outboxMessages = defineScreen('outbox', {
  one: 'Message',
  columns: ['created', 'channel', 'recipient', 'subject', 'text', 'state', 'attempts', 'problem', 'answer'],
  filters: ['channel', 'state', { field: 'created', label: 'Period' }],
  states: [
    valueState('sent', 'Sent', 'on', [{ key: 'state', prm: 'sent' }]),
    valueState('kept', 'Kept, not sent', 'off', [{ key: 'state', prm: 'kept' }]),
    valueState('waiting', 'Waiting', 'part', [
      {
        any: [
          { key: 'state', prm: 'pending' },
          { key: 'state', prm: 'sending' },
        ],
      },
    ]),
    valueState('failed', 'Failed', 'alert', [{ key: 'state', prm: 'failed' }]),
  ],
  order: '-outbox_id',
  create: false,
  remove: false,
  refresh: 5,
  editor: {
    tabs: {
      Main: [
        ['created', 'channel', 'lang'],
        ['recipient', 'subject'],
        'text',
        ['state', 'attempts', 'next_attempt'],
        ['problem', 'expires'],
        'answer',
      ],
    },
  },
})
