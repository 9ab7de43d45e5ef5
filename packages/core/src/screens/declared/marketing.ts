import type { Problem } from '#rules/index'
import { defineScreen } from '../screen.ts'
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
  columns: ['banner_id', 'img', 'title', 'type', 'status', 'date_start', 'date_finish'],
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
  columns: ['mailing_id', 'subject', 'text', 'total', 'success', 'fail', 'status', 'date_create', 'creator'],
  states: [
    valueState('sending', 'In processing', 'part', [{ key: 'status', op: '<', prm: 2 }]),
    valueState('done', 'Done', 'on', [{ key: 'status', prm: 2 }]),
  ],
  refresh: 5,
  editor: {
    tabs: { Main: { rows: ['subject', 'text'], side: ['status', 'total', 'success', 'fail', 'date_create', 'creator'] } },
  },
})

export const messages = defineScreen('message', {
  one: 'Push message',
  columns: ['message_id', 'user_id', 'phone', 'subject', 'text', 'status', 'push', 'date_create', 'creator'],
  filters: [{ field: 'user_id', afterCompany: true }],
  states: [
    valueState('sending', 'In processing', 'part', [{ key: 'push', prm: 0 }]),
    valueState('sent', 'Sent', 'on', [{ key: 'push', prm: 1 }]),
    valueState('failed', 'Failed', 'alert', [{ key: 'push', prm: 2 }]),
  ],
  createAfter: 'user_id',
  createHint: 'Choose a customer to send a message to',
  // Users without a phone can't receive messages (PUSH-09).
  offers: { user_id: [{ key: 'phone', op: '!=', prm: '' }] },
  refresh: 5,
  editor: {
    tabs: {
      Main: { rows: [['user_id', 'phone', 'lang']], sections: { Message: ['subject', 'text', 'button'] } },
      Info: [['status', 'push'], 'result', ['date_create', 'date_read'], ['mailing_id', 'creator']],
    },
  },
})
