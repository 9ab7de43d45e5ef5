import { defineScreen, STATE } from '../screen.ts'
import { valueState } from './states.ts'

const contacts = { Contacts: ['contact'], Docs: ['docs'] } as const

export const chatAnswers = defineScreen('chat_answer', {
  one: 'Canned answer',
  columns: ['title', 'text'],
  order: 'title',
  editor: { tabs: { Main: ['title', 'text'] } },
})

export const couriers = defineScreen('courier', {
  title: 'Couriers list',
  one: 'Courier',
  columns: ['courier_id', 'company.logo', 'company.name', 'img', 'phone', 'name', STATE],
  // Named as on the board (KDS-20).
  states: [
    valueState('free', 'Free', 'on', [
      { key: 'working', prm: 1 },
      { key: 'courier_status', prm: 1 },
    ]),
    valueState('busy', 'Busy', 'part', [
      { key: 'working', prm: 1 },
      { key: 'courier_status', prm: 2 },
    ]),
    valueState('off', 'Off duty', 'off', [
      { key: 'working', prm: 2 },
      { key: 'courier_status', op: '!=', prm: 3 },
    ]),
    valueState('blocked', 'Blocked', 'alert', [{ key: 'courier_status', prm: 3 }]),
  ],
  order: 'name',
  editor: {
    tabs: {
      Main: { rows: ['name', ['phone', 'lang'], 'comment'], side: ['courier_status', 'working', 'img'] },
      ...contacts,
      Info: {
        rows: [
          ['create', 'active'],
          ['coords', 'coords_refresh'],
        ],
        sections: {
          App: [
            ['platform', 'ver', 'ip'],
            ['code_value', 'code_time'],
          ],
        },
      },
    },
  },
})

export const users = defineScreen('user', {
  one: 'Customer',
  columns: ['user_id', 'img', 'phone', 'name', 'comment', STATE, 'create'],
  filters: ['status'],
  states: [
    valueState('active', 'Enabled', 'on', [{ key: 'status', prm: 1 }]),
    valueState('tester', 'Tester', 'part', [{ key: 'status', prm: 2 }]),
    valueState('blocked', 'Disabled', 'alert', [{ key: 'status', prm: 0 }]),
  ],
  order: '-user_id',
  editor: {
    tabs: {
      Main: {
        rows: ['name', ['phone', 'bonus_score'], 'comment'],
        sections: { 'Messages to the customer': ['email', ['push_consent', 'mail_consent']] },
        side: ['status', 'img'],
      },
      Info: {
        rows: [['create', 'active']],
        sections: {
          App: [
            ['platform', 'ver', 'ip'],
            ['code_value', 'code_time'],
          ],
        },
      },
    },
  },
})

export const administrators = defineScreen('admin', {
  one: 'Administrator',
  columns: ['img', 'name', 'login'],
  states: [
    valueState('active', 'Active', 'on', [{ key: 'admin_status', prm: 1 }]),
    valueState('blocked', 'Blocked', 'alert', [{ key: 'admin_status', prm: 0 }]),
  ],
  order: 'login',
  editor: {
    tabs: {
      Main: {
        rows: ['login', ['name', 'surname'], ['phone', 'email'], 'dictionary_edit'],
        side: ['admin_status', 'role', 'hide_menu'],
      },
      Security: ['password'],
      Image: ['img'],
    },
  },
})
