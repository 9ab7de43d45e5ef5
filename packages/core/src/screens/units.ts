import type { Entity } from '@tiffin/sdk/contract'
import type { TextKey } from '#i18n/text-key'
import type { Row } from './records.ts'

/** What a number counts, where its label does not say it: a sign, the money of the company, or a word. */
export type Unit = '%' | 'currency' | Extract<TextKey, 'times'>

/** Units by field: fixed, or chosen by another field of the record. */
const units: Readonly<Record<string, Unit | { by: string; of: Readonly<Record<string, Unit>> }>> = {
  'promocode.discount': { by: 'discount_type', of: { 1: 'currency', 2: '%' } },
  'promocode.use': 'times',
}

const declared = ({ name }: Pick<Entity, 'name'>, field: string) => units[`${name}.${field}`]

/** The field that decides what a number counts. */
export function unitField(entity: Pick<Entity, 'name'>, field: string): string | undefined {
  const unit = declared(entity, field)
  return typeof unit === 'object' ? unit.by : undefined
}

/** What a number of a record counts; undefined where its label says it, or the record does not. */
export function unitOf(entity: Pick<Entity, 'name'>, field: string, row: Row): Unit | undefined {
  const unit = declared(entity, field)
  return typeof unit === 'object' ? unit.of[String(row[unit.by])] : unit
}
