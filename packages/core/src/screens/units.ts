import type { Entity } from '@tiffin/sdk/contract'
import type { TextKey } from '#i18n/text-key'
import type { Row } from './records.ts'

/** The unit of a number, if its label does not name it: a sign, the company's currency, or a word. */
export type Unit = '%' | 'currency' | Extract<TextKey, 'times'>

/** Units by field: fixed, or chosen by another field of the record. */
const units: Readonly<Record<string, Unit | { by: string; of: Readonly<Record<string, Unit>> }>> = {
  'promocode.discount': { by: 'discount_type', of: { 1: 'currency', 2: '%' } },
  'promocode.use': 'times',
}

const declaredUnit = ({ name }: Pick<Entity, 'name'>, field: string) => units[`${name}.${field}`]

/** The field that decides the unit of a number. */
export function unitField(entity: Pick<Entity, 'name'>, field: string): string | undefined {
  const unit = declaredUnit(entity, field)
  return typeof unit === 'object' ? unit.by : undefined
}

/** The unit of a number; undefined if its label contains the unit, or the record has none. */
export function unitOf(entity: Pick<Entity, 'name'>, field: string, row: Row): Unit | undefined {
  const unit = declaredUnit(entity, field)
  return typeof unit === 'object' ? unit.of[String(row[unit.by])] : unit
}
