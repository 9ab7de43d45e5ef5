import * as z from 'zod'
import { defineEntity, type Row } from '../entity.ts'
import { flag, id, json, reference, text } from '../field.ts'

/** A named board; stored but not shown (AMB-098). */
export const kanban = defineEntity('kanban', {
  key: 'kanban_id',
  scope: 'company',
  access: { read: 'staff', write: 'owners' },
  search: ['name'],
  joins: { creator: { as: 'creator_obj', fields: ['admin_id', 'login', 'name', 'surname', 'img'] } },
  fields: {
    kanban_id: id(),
    company: reference('company', { required: true, initial: { computed: 'company' } }),
    name: text({ max: 200 }),
    archive: flag(),
    creator: reference('admin', { initial: { computed: 'actor' }, readonly: true }),
  },
})
export type Kanban = Row<typeof kanban>

/** How an administrator has set up the board: merchant, period, card mode, toggles and column widths (AMB-098). */
export const kanbanSettings = defineEntity('kanban_settings', {
  key: 'admin',
  scope: 'admin',
  access: { read: 'signedIn', write: 'signedIn', rows: 'self' },
  fields: {
    admin: reference('admin', { initial: { computed: 'actor' }, readonly: true }),
    settings: json(z.record(z.string().max(100), z.unknown()), { initial: {} }),
  },
})
export type KanbanSettings = Row<typeof kanbanSettings>
