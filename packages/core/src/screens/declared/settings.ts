import { defineScreen } from '../screen.ts'

// The rows come from the seeds, so none can be added (AMB-206).
const form = {
  columns: ['name', 'value', 'comment'],
  order: 'name',
  create: false,
  remove: false,
  editor: { kind: 'form', tabs: { Main: ['value'] } },
} as const

export const appSettings = defineScreen('app_settings', {
  one: 'Application setting',
  ...form,
})
export const globalSettings = defineScreen('global_settings', {
  one: 'Global setting',
  ...form,
})
export const merchantSettings = defineScreen('merchant_settings', {
  one: 'Merchant setting',
  ...form,
})
