import * as z from 'zod'
import { defineEntity, type Row } from '../entity.ts'
import { id, json, moment, reference, text } from '../field.ts'
import { normalizeName } from '../normalize-name.ts'
import { type TokenScope, tokenScopes } from '../token-scope.ts'

const noScopes: TokenScope[] = []
const noCompanies: number[] = []

/** A personal access token for programs (AMB-232), created by `Token.create` and deleted by `Token.revoke`. Its secret is not in the row. */
export const accessToken = defineEntity('access_token', {
  key: 'access_token_id',
  scope: 'admin',
  access: { read: 'signedIn', write: 'nobody', rows: 'self' },
  joins: { admin: { as: 'admin_obj', fields: ['admin_id', 'login', 'name', 'surname', 'img'] } },
  fields: {
    access_token_id: id(),
    admin: reference('admin', { initial: { computed: 'actor' }, readonly: true }),
    name: { ...text({ required: true, max: 100, readonly: true }), schema: z.string().overwrite(normalizeName).min(1).max(100) },
    scopes: json(z.array(z.enum(tokenScopes)), { initial: noScopes, readonly: true }),
    /** Keys of the companies it may act for; empty for all of the user's. */
    companies: json(z.array(z.number().int()), { initial: noCompanies, readonly: true }),
    create: moment({ initial: { computed: 'now' }, readonly: true }),
    expires: moment({ required: true, readonly: true }),
    last_used: moment({ readonly: true }),
  },
})
export type AccessToken = Row<typeof accessToken>
