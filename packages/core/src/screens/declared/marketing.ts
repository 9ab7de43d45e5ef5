import type { Problem } from '#rules/index'
import { defineScreen, STATE } from '../screen.ts'
import { periodStates, valueState } from './states.ts'

export const promocodes = defineScreen('promocode', {
  one: 'Promo code',
  columns: ['promocode_id', 'code', 'type', 'discount', 'discount_type', 'use', 'date_start', 'date_finish'],
  states: periodStates(),
  check: (before, { discount }): Record<string, Problem> =>
    Number(discount) > 0 || before?.['discount'] === discount ? {} : { discount: { text: 'Must be more than 0' } },
  editor: {
    tabs: {
      Main: {
        rows: ['code', 'comment'],
        sections: {
          Discount: [
            ['discount', 'discount_type'],
            ['use', 'type'],
          ],
          Period: [['date_start', 'date_finish']],
        },
      },
      Merchant: ['merchant'],
    },
  },
})

export const banners = defineScreen('banner', {
  one: 'Banner',
  columns: ['banner_id', 'img', 'title', 'type', STATE, 'date_start', 'date_finish'],
  filters: ['status'],
  states: [...periodStates([{ key: 'status', prm: 1 }]), valueState('off', 'Off', 'off', [{ key: 'status', prm: 0 }])],
  editor: {
    tabs: {
      Main: {
        rows: ['title', 'description', 'link'],
        sections: { Period: [['date_start', 'date_finish'], 'type'] },
        side: ['status', 'img'],
      },
      Product: ['product'],
    },
  },
})

export const mailings = defineScreen('mailing', {
  one: 'Mailing',
  columns: [
    'mailing_id',
    'subject',
    'text',
    'channel',
    STATE,
    'total',
    'success',
    'fail',
    'skipped',
    'status',
    'date_create',
    'creator',
  ],
  states: [
    valueState('draft', 'Draft', 'off', [{ key: 'state', prm: 'draft' }]),
    valueState('scheduled', 'Scheduled', 'part', [{ key: 'state', prm: 'scheduled' }]),
    valueState('sending', 'Sending', 'part', [{ key: 'state', prm: 'sending' }]),
    valueState('paused', 'Paused', 'alert', [{ key: 'state', prm: 'paused' }]),
    valueState('done', 'Done', 'on', [{ key: 'state', prm: 'done' }]),
    valueState('stopped', 'Stopped', 'off', [{ key: 'state', prm: 'stopped' }]),
  ],
  refresh: 5,
  // Sent messages must stay readable as they were sent; the recipients of scheduled ones have been counted.
  isClosed: ({ state }) => state !== 'draft',
  editor: {
    tabs: {
      Main: {
        rows: ['channel', 'subject', 'text'],
        side: ['status', 'total', 'success', 'fail', 'date_create', 'creator'],
      },
      Audience: ['audience'],
      Sending: [
        ['state', 'paused', 'send_at'],
        ['started', 'finished'],
        ['skipped', 'unknown', 'kept'],
        ['per_minute', 'quiet_from', 'quiet_until'],
      ],
    },
  },
})

export const messages = defineScreen('message', {
  one: 'Push message',
  columns: [
    'message_id',
    'user_id',
    'phone',
    'channel',
    'subject',
    'text',
    'status',
    'push',
    'result',
    'mailing_id',
    'date_create',
    'creator',
  ],
  filters: [
    { field: 'user_id', afterCompany: true },
    { field: 'mailing_id', afterCompany: true },
  ],
  states: [
    valueState('sending', 'In processing', 'part', [
      {
        any: [
          { key: 'push', prm: 0 },
          { key: 'push', prm: 3 },
        ],
      },
    ]),
    valueState('sent', 'Sent', 'on', [{ key: 'push', prm: 1 }]),
    valueState('failed', 'Failed', 'alert', [{ key: 'push', prm: 2 }]),
    valueState('unknown', 'Unknown', 'alert', [{ key: 'push', prm: 4 }]),
    valueState('skipped', 'Not sent', 'off', [{ key: 'push', prm: 5 }]),
    valueState('kept', 'Kept in the outbox', 'off', [{ key: 'push', prm: 6 }]),
  ],
  instead: { subject: 'mailing_id.subject', text: 'mailing_id.text' },
  createAfter: 'user_id',
  createHint: 'Choose a customer to send a message to',
  // Users without a phone can't receive messages (PUSH-09).
  offers: { user_id: [{ key: 'phone', op: '!=', prm: '' }] },
  refresh: 5,
  editor: {
    tabs: {
      Main: { rows: [['user_id', 'phone', 'lang']], sections: { Message: ['subject', 'text', 'button'] } },
      Info: [['channel', 'status', 'push'], 'result', ['date_create', 'date_sent', 'date_read'], ['mailing_id', 'creator']],
    },
  },
})

export const mailBlocks = defineScreen('mail_block', {
  one: 'Blocked address',
  columns: ['address', 'reason', 'answer', 'mailing_id', 'date'],
  states: [
    valueState('unsubscribed', 'Unsubscribed', 'off', [{ key: 'reason', prm: 'unsubscribed' }]),
    valueState('bounce', 'Bounced', 'alert', [{ key: 'reason', prm: 'bounce' }]),
    valueState('refused', 'Refused by the mail server', 'alert', [{ key: 'reason', prm: 'refused' }]),
    valueState('complaint', 'Marked as spam', 'alert', [{ key: 'reason', prm: 'complaint' }]),
  ],
  order: '-mail_block_id',
  create: false,
  editor: { tabs: { Main: ['address', ['reason', 'date'], 'mailing_id', 'answer'] } },
})
