import * as z from 'zod'
import { defineEntity, type Row } from '../entity.ts'
import { flag, id, moment, reference, referenceList, secret, text } from '../field.ts'
import { normalizeName } from '../normalize-name.ts'

/** A paired kitchen device (KDS-25): created by pairing, limited to its merchants, revocable at once. */
export const device = defineEntity('device', {
  key: 'device_id',
  scope: 'company',
  access: { read: 'owners', write: 'owners', create: 'nobody' },
  search: ['name'],
  joins: { admin: { as: 'admin_obj', fields: ['admin_id', 'login', 'name', 'surname', 'img'] } },
  fields: {
    device_id: id(),
    company: reference('company', { required: true, initial: { computed: 'company' } }),
    name: { ...text({ required: true, max: 200 }), schema: z.string().overwrite(normalizeName).min(1).max(200) },
    merchants: referenceList('merchant'),
    /** The owner who confirmed the pairing. */
    admin: reference('admin', { initial: { computed: 'actor' }, readonly: true }),
    token: secret({ readonly: true }),
    create: moment({ initial: { computed: 'now' }, readonly: true }),
    last_seen: moment({ readonly: true }),
    revoked: flag(),
  },
})
export type Device = Row<typeof device>
