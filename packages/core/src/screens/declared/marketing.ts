import type { AnyRow } from '#rules/index'
import type { Problem } from '../problem.ts'
import { defineScreen } from '../screen.ts'

// Days are texts that sort as they follow each other.
const lastsSomeTime = ({ date_start: start, date_finish: finish }: AnyRow): Record<string, Problem> =>
  typeof start === 'string' && typeof finish === 'string' && finish < start
    ? { date_finish: { text: 'The finish must not be before the start' } }
    : {}

export const promocodes = defineScreen('promocode', {
  title: 'Promo codes',
  routes: ['Company-Marketing-Promocode', 'Administrator-Marketing-Promocode'],
  columns: ['promocode_id', 'code', 'type', 'discount', 'discount_type', 'use', 'date_start', 'date_finish'],
  // AMB-139
  check: (_before, after) => ({
    ...lastsSomeTime(after),
    ...(after['discount_type'] === 2 && Number(after['discount']) > 100
      ? { discount: { text: 'At most %1', params: [100] } }
      : {}),
  }),
  editor: {
    tabs: {
      Main: ['code', 'type', 'discount_type', 'discount', 'use', 'date_start', 'date_finish', 'comment'],
      Merchant: ['merchant'],
    },
  },
})

export const banners = defineScreen('banner', {
  title: 'Banners',
  routes: ['Company-Marketing-Banner'],
  columns: ['banner_id', 'img', 'title', 'type', 'status', 'date_start', 'date_finish'],
  filters: ['status'],
  check: (_before, after) => lastsSomeTime(after),
  editor: {
    tabs: {
      Main: ['type', 'status', 'title', 'description', 'link', 'img', 'date_start', 'date_finish'],
      Product: ['product'],
    },
  },
})

export const mailings = defineScreen('mailing', {
  title: 'Mailings',
  routes: ['Company-Marketing-Mailing', 'Administrator-Marketing-Mailing'],
  columns: ['mailing_id', 'subject', 'text', 'total', 'success', 'fail', 'status', 'date_create', 'creator'],
  refresh: 5,
  editor: { tabs: { Main: ['subject', 'text', 'total', 'success', 'fail', 'status', 'date_create', 'creator'] } },
})

export const messages = defineScreen('message', {
  title: 'Push messages',
  routes: ['Company-Marketing-Push', 'Administrator-Marketing-Push'],
  columns: ['message_id', 'user_id', 'phone', 'subject', 'text', 'status', 'push', 'date_create', 'creator'],
  filters: [{ field: 'user_id', label: 'User', afterCompany: true }],
  createAfter: 'user_id',
  // Others cannot get a message (PUSH-09).
  offers: { user_id: [{ key: 'phone', op: '!=', prm: '' }] },
  refresh: 5,
  editor: {
    tabs: {
      Main: ['user_id', 'phone', 'lang', 'subject', 'text', 'button'],
      Info: ['status', 'push', 'result', 'date_create', 'date_read', 'mailing_id', 'creator'],
    },
  },
})
