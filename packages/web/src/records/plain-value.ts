import type { Entity, Multilang } from '@tiffin/sdk/contract'
import { localized } from '@tiffin/core/rules'
import { textOf } from './text-of.ts'
import { valueLabel } from '@tiffin/core/screens'

/** A value in words, where two of them are compared: in conflicts and in the history. */
export function plainValue(
  entity: Entity,
  name: string,
  value: unknown,
  { lang, t }: { lang: string; t: (key: string) => string },
): string {
  if (value === null || value === undefined) return ''
  const kind = entity.fields[name]?.kind
  if (kind === 'multilang') return localized(value as Multilang, lang)
  if (kind === 'choice' || kind === 'word') return t(valueLabel(entity, name, value))
  if (kind === 'flag') return value === 1 ? t('Yes') : t('No')
  return typeof value === 'object' ? JSON.stringify(value) : textOf(value)
}
