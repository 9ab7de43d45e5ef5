import * as z from 'zod'
import { defineEntity, type Row } from '../entity.ts'
import { id, moment, reference, text, word } from '../field.ts'
import { normalizeName } from '../normalize-name.ts'

/**
 * A second factor of a person: an authenticator app or a passkey. Written only by the calls of `Factor`; its secret is not in the
 * row.
 */
export const secondFactor = defineEntity('second_factor', {
  key: 'second_factor_id',
  scope: 'admin',
  access: { read: 'signedIn', write: 'nobody', rows: 'self' },
  joins: { admin: { as: 'admin_obj', fields: ['admin_id', 'login', 'name', 'surname', 'img'] } },
  fields: {
    second_factor_id: id(),
    admin: reference('admin', { required: true, initial: { computed: 'actor' }, readonly: true }),
    kind: word(['totp', 'passkey'], { required: true, readonly: true }),
    /** Of a passkey. */
    name: { ...text({ max: 100, readonly: true }), schema: z.string().overwrite(normalizeName).max(100) },
    created: moment({ initial: { computed: 'now' }, readonly: true }),
    last_used: moment({ readonly: true }),
    /** Why another user removed it, for the history. */
    reset_reason: text({ max: 500, readonly: true }),
  },
})
export type SecondFactor = Row<typeof secondFactor>
