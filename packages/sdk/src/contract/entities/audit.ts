import * as z from 'zod'
import { defineEntity, type Row } from '../entity.ts'
import { flag, id, json, moment, reference, text, word } from '../field.ts'

/** The history of changes: content, author and time; derived from the audit rows of each write (AUDIT-05). */
export const audit = defineEntity('audit', {
  key: 'audit_id',
  scope: 'global',
  storage: 'view',
  access: { read: 'platform', write: 'nobody' },
  joins: { company: { as: 'company_obj', fields: ['company_id', 'name', 'logo'] } },
  search: ['user_login', 'user_name', 'table'],
  /** The number of the change that the row is part of, as `Audit.undo` takes it. */
  searchOnly: { change: { of: 'audit_id', field: id() } },
  fields: {
    audit_id: id(),
    action: word(['Delete', 'Create', 'Update'], { required: true, readonly: true }),
    table: text({ readonly: true }),
    user_login: text({ readonly: true }),
    user_name: text({ readonly: true }),
    date: moment({ required: true, readonly: true }),
    /** The company that the change was made for. */
    company: reference('company', { readonly: true }),
    /** Made by a job, the simulator or a printer, not by a user. */
    automatic: flag({ readonly: true }),
    /** The changed fields before and after, or the row that was deleted; secrets are left out. */
    data: json(z.record(z.string(), z.unknown()), { initial: {}, readonly: true }),
  },
})
export type Audit = Row<typeof audit>
