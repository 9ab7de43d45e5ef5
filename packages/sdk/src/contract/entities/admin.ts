import * as z from 'zod'
import { defineEntity, type Row } from '../entity.ts'
import { choice, email, flag, id, image, json, moment, multilang, phone, reference, secret, text } from '../field.ts'

/** A member of staff. The companies they work for, and their role in each, are in `membership`. */
export const admin = defineEntity('admin', {
  key: 'admin_id',
  scope: 'global',
  access: { read: 'staff', write: 'owners' },
  limit: 'limit_admin',
  search: ['name', 'surname', 'login'],
  unique: [['login']],
  joins: {
    role: { as: 'role_obj', fields: ['id', 'name'] },
    admin_status: { as: 'admin_status_obj', fields: ['id', 'name'] },
    company: { as: 'company_obj', fields: ['company_id', 'name', 'logo'] },
  },
  fields: {
    admin_id: id(),
    login: text({ required: true, max: 100 }),
    password: secret(),
    name: text({ max: 200 }),
    surname: text({ max: 200 }),
    phone: phone(),
    email: email(),
    img: image(),
    admin_status: reference('admin_status', { initial: 1 }),
    role: reference('role', { initial: 2, write: 'platform' }),
    /** Company at the next sign-in (COMP-17). To switch the company of a tab or terminal, its calls name another one. */
    company: reference('company'),
    /** The role in the current company: 1 owner, 2 operator; stored in `membership`. */
    company_role: choice([1, 2], { derived: true, write: 'owners' }),
    /** May create orders despite warnings; stored in `membership`. Owners always may. */
    overrule: flag({ derived: true, write: 'owners' }),
    /** Route names open to the user in the current company (AMB-048). */
    navigation: json(z.array(z.string().max(100)).max(200), { initial: [], derived: true, readonly: true }),
    /** Joined by registration or invitation: no owner sets how they sign in. */
    own_account: flag({ derived: true, readonly: true, read: 'owners' }),
    hide_menu: choice([0, 1], { initial: 0 }),
    /** Dictionary languages that the user may edit, comma-separated (AMB-178). */
    dictionary_edit: text({ max: 500, write: 'platform' }),
    settings: json(z.record(z.string(), z.unknown()), { initial: {}, read: 'nobody' }),
    token: secret({ readonly: true }),
    active: moment({ readonly: true }),
    create: moment({ initial: { computed: 'now' }, readonly: true }),
  },
})
export type Admin = Row<typeof admin>

/** An administrator's role in a company: owner (1) or operator (2). One user may have many memberships. */
export const membership = defineEntity('membership', {
  key: 'membership_id',
  scope: 'company',
  access: { read: 'owners', write: 'owners' },
  unique: [['admin']],
  joins: { admin: { as: 'admin_obj', fields: ['admin_id', 'login', 'name', 'surname', 'img'] } },
  fields: {
    membership_id: id(),
    company: reference('company', { required: true, initial: { computed: 'company' } }),
    admin: reference('admin', { required: true }),
    company_role: choice([1, 2], { initial: 2 }),
    /** May create orders despite warnings (AMB-213). Owners always may. */
    overrule: flag(),
    /** Routes chosen by an owner, or by the platform for the administrator area; empty means those of the role (AMB-048). */
    navigation: json(z.array(z.string().max(100)).max(200), { initial: [] }),
  },
})
export type Membership = Row<typeof membership>

/** The companies that an administrator may choose (COMP-16, AMB-210). */
export const owner = defineEntity('owner', {
  key: 'company_id',
  scope: 'admin',
  storage: 'view',
  access: { read: 'signedIn', write: 'nobody', rows: 'self' },
  fields: {
    company_id: reference('company', { required: true }),
    name: multilang({ readonly: true }),
    logo: image({ readonly: true }),
    status: reference('company_status', { required: true }),
    admin: reference('admin', { required: true }),
    company_role: choice([1, 2], { initial: 1, readonly: true }),
  },
})
export type Owner = Row<typeof owner>
