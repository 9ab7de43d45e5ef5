import { defineEntity, type DefinedEntity, type Row } from '../entity.ts'
import { type Field, text } from '../field.ts'
import type { Gate } from '../gate.ts'

/** Settings by name, created by the seeds. Screens show and change them but never add or remove any (AMB-206). */
const settings = <const N extends string>(
  name: N,
  read: Gate,
): DefinedEntity<N, { name: Field<string>; value: Field<string>; comment: Field<string> }> =>
  defineEntity(name, {
    key: 'name',
    scope: 'global',
    access: { read, write: 'platform', create: 'nobody', delete: 'nobody' },
    fields: {
      name: text({ required: true, readonly: true, max: 100 }),
      value: text({ max: 20_000 }),
      /** The setting's label on the screen. */
      comment: text({ readonly: true }),
    },
  })

export const appSettings = settings('app_settings', 'signedIn')
/** The only one of the three settings tables that may hold secrets (AMB-021). */
export const globalSettings = settings('global_settings', 'platform')
/** Sent before sign-in, so nothing in it is a secret (AMB-021). */
export const merchantSettings = settings('merchant_settings', 'public')
export type Setting = Row<typeof appSettings>
