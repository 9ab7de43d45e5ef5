import { defineScreen } from '../screen.ts'

const contacts = { Contacts: ['contact'], Docs: ['docs'] } as const

export const couriers = defineScreen('courier', {
  title: 'Couriers list',
  routes: ['Company-Courier-List', 'Administrator-Courier-List'],
  columns: ['courier_id', 'company.logo', 'company.name', 'img', 'phone', 'name'],
  order: 'name',
  editor: {
    tabs: {
      Main: ['courier_status', 'working', 'name', 'phone', 'img', 'comment', 'lang'],
      ...contacts,
      Info: ['platform', 'ver', 'ip', 'code_value', 'code_time', 'coords_refresh', 'coords', 'active', 'create'],
    },
  },
})

export const users = defineScreen('user', {
  title: 'Customers',
  routes: ['Company-User', 'Administrator-User'],
  columns: ['user_id', 'img', 'phone', 'name', 'comment', 'status', 'create'],
  filters: ['status'],
  order: '-user_id',
  editor: {
    tabs: {
      Main: ['status', 'name', 'phone', 'img', 'bonus_score', 'comment'],
      Info: ['platform', 'ver', 'ip', 'code_value', 'code_time', 'active', 'create'],
    },
  },
})

export const administrators = defineScreen('admin', {
  title: 'Administrators',
  routes: ['Administrator-Administrator'],
  columns: ['img', 'name', 'login'],
  order: 'login',
  editor: {
    tabs: {
      Main: ['admin_status', 'login', 'name', 'surname', 'phone', 'email', 'role', 'hide_menu', 'dictionary_edit'],
      Security: ['password'],
      Image: ['img'],
    },
  },
})
