import type { Actor } from './actor.ts'
import type { StatusRule } from './statuses.ts'

/** Actors for tests: company 1 is their own, 2 is another. Merchant 10 can be edited, 11 viewed, 12 is closed. */
const base: Actor = {
  admin_id: 7,
  role: 2,
  company: 1,
  company_role: 2,
  merchants: new Map(),
  dictionary_edit: [],
}
export const platform: Actor = { ...base, admin_id: 1, role: 1, company_role: null }
export const wholePlatform: Actor = { ...platform, company: null }
export const owner: Actor = { ...base, admin_id: 2, company_role: 1 }
export const operator: Actor = {
  ...base,
  merchants: new Map([
    // reserved, board, report, Main, Products, Store hours, Image, Settings, Contacts, Delivery, Plugins
    [10, [0, 2, 0, 2, 0, 1, 0, 0, 0, 2, 0]],
    [11, [0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0]],
    [12, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]],
  ]),
}
/** Sees board and report but edits nothing. */
export const viewer: Actor = { ...base, merchants: new Map([[10, [0, 1, 1]]]) }
export const stranger: Actor = { ...base, admin_id: 9, company: null, company_role: null }
export const kitchen: Actor = { ...base, admin_id: 2, company_role: 1, device: { merchants: [10] } }

const status = (order_status_id: number, number: number, name: string, merchant: number, transfer: number[]): StatusRule => ({
  order_status_id,
  status: number,
  value: { en: name, de: `${name} (de)` },
  merchant,
  transfer,
  created: 0,
  done: 0,
})

/** The statuses of a new company sorted by key, which differs from the order of their numbers. */
export const statuses: StatusRule[] = [
  { ...status(100, 8, 'Delivered', 2, [101]), done: 1 },
  { ...status(101, 9, 'Closed', 1, [100]), done: 1 },
  { ...status(102, 2, 'New', 2, [103, 109]), created: 1 },
  status(103, 3, 'Accepted', 2, [104, 105, 109]),
  status(104, 4, 'Cooking', 2, [105, 102, 109]),
  status(105, 5, 'Ready', 2, [100, 101, 109]),
  status(108, 6, 'Hidden step', 0, [100]),
  status(109, 0, 'Cancelled', 0, []),
]
