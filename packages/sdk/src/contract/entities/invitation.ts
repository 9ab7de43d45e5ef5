import * as z from 'zod'
import { defineEntity, type Row } from '../entity.ts'
import { choice, email, id, json, languageCode, moment, reference, text } from '../field.ts'

const grantSchema = z.object({ merchant: z.number().int(), access: z.array(z.number().int().min(0).max(2)).min(1).max(11) })
const noMerchants: z.output<typeof grantSchema>[] = []

/** An invitation of staff by mail. Deleting it revokes its link. */
export const invitation = defineEntity('invitation', {
  key: 'invitation_id',
  scope: 'company',
  access: { read: 'owners', write: 'nobody', create: 'owners', delete: 'owners' },
  search: ['email'],
  joins: { admin: { as: 'admin_obj', fields: ['admin_id', 'login', 'name', 'surname', 'img'] } },
  fields: {
    invitation_id: id(),
    company: reference('company', { required: true, initial: { computed: 'company' } }),
    email: email({ required: true }),
    /** The role in the company: 1 owner, 2 operator. */
    company_role: choice([1, 2], { initial: 2 }),
    /** For operators: the access levels at each merchant, as in `merchant.access`. */
    merchants: json(z.array(grantSchema).max(1000), { initial: noMerchants }),
    /** The language of the mail. */
    lang: { ...text({ max: 10 }), schema: z.union([languageCode, z.literal('')]) },
    /** The sender. The link works only while this person may still grant these rights. */
    admin: reference('admin', { initial: { computed: 'actor' }, readonly: true }),
    created: moment({ initial: { computed: 'now' }, readonly: true }),
    expires: moment({ readonly: true }),
    accepted: moment({ readonly: true }),
  },
})
export type Invitation = Row<typeof invitation>
