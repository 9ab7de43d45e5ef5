import { defineScreen } from '../screen.ts'

export const promocodes = defineScreen('promocode', {
  title: 'Promo codes',
  routes: ['Company-Marketing-Promocode', 'Administrator-Marketing-Promocode'],
  columns: ['promocode_id', 'code', 'type', 'discount', 'discount_type', 'use', 'date_start', 'date_finish'],
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
