import {
  type Audience,
  entities,
  type DeliveryTier,
  type Entity,
  type EntityName,
  type Field,
  type Multilang,
  type StoredFile,
} from '@tiffin/sdk/contract'
import { formatNumber } from '#rules/format-number'
import { formatDay, formatMoment } from '#i18n/format-moment'
import type { Translate } from '#i18n/create-i18n'
import type { PlainKey } from '#i18n/text-key'
import { formatList, formatPhone, localized } from '#rules/index'
import { screens } from './declared/index.ts'
import { type InputName, inputOf, onOffValues } from './input-names.ts'
import { fieldName, messageResultText, valueLabel, valueName } from './labels.ts'
import { accessLevels, audienceLabels, partNames } from './part-labels.ts'
import { splitPart } from './parts.ts'
import { languageCodes } from './language-codes.ts'
import { customSoundLabel, soundNames } from './sound-names.ts'

/** Everything needed to format values: the reader's language and the company's settings. */
export interface ValueFormat {
  t: Translate
  lang: string
  timezone: string
  /** Two-letter code; decides between 24 and 12 hours. */
  country: string
  /** The company's currency symbol; undefined if not known. */
  currency: string | undefined
  languages: readonly { code: string; name: string }[]
  /** The name of a record that a value refers to. */
  nameOf: (to: EntityName, id: number) => string
}

/** A value of a field, or of a part of it. */
export interface FieldValue {
  entity: Entity
  name: string
  part?: string | undefined
  value: unknown
}

/** A record that a value refers to. */
export type Reference = readonly [to: EntityName, id: number]

export const EMPTY_VALUE_TEXT = '—'
/** Shown for values that no one may read. */
const HIDDEN_TEXT = '••••'

interface WorkDay {
  work: number
  periods: readonly { start: string; end: string }[]
}
type Cart = readonly { name?: string; qty?: number }[]

export function isEmptyForDisplay(value: unknown, field?: Field): boolean {
  if (value === null || value === undefined || value === '' || (field?.nullValue !== undefined && value === field.nullValue))
    return true
  return typeof value === 'object' && Object.keys(value).length === 0
}

/** The input of a field, which determines the meaning of its value. */
export const inputFor = (entity: Entity, name: string): InputName => {
  const inputs = screens.find((screen) => screen.entity.name === entity.name)?.inputs ?? {}
  return inputOf({ entity, inputs }, name, entity.fields[name] as Field)
}

/** A value as text, for lists, editors, conflicts, the audit log and timelines. */
export function valueText({ entity, name, part, value }: FieldValue, format: ValueFormat): string {
  const { t, lang } = format
  const field = entity.fields[name]
  if (!field) return isEmptyForDisplay(value) ? EMPTY_VALUE_TEXT : plainText(value, format)
  if (field.read === 'nobody' || field.kind === 'secret') return HIDDEN_TEXT
  const input = inputFor(entity, name)
  if (input === 'access') return accessText(Number(value ?? 0), t)
  if (input === 'tariffOptions') return optionText(splitPart(part ?? '')[1], value, format)
  if (isEmptyForDisplay(value, field)) return emptyText(input, field, t)
  switch (input) {
    case 'reference':
    case 'courier':
    case 'lookup':
    case 'referenceList':
    case 'transfer':
      return namesText(field.to as EntityName, value, format)
    case 'address':
      if (part === 'city') return namesText('city', value, format)
      return part === 'coords' ? coordsText(value) : plainText(value, format)
    case 'hours':
      return hoursText(value as WorkDay, format)
    case 'tiers':
      return (value as DeliveryTier[])
        .map(({ from_km: from, to_km: to, price, per_km: perKm }) => {
          const money = (amount: number) => moneyText(amount, format.currency, lang)
          return t('%1–%2 km: %3, and %4 per km', [from, to, money(price), money(perKm)])
        })
        .join('; ')
    case 'languages':
    case 'languageCode':
      return formatList(
        languageCodes(value).map((code) => languageName(code, format)),
        lang,
      )
    case 'audio':
      return soundNames(t).find(([known]) => known === value)?.[1] ?? customSoundLabel(t)
    case 'image':
      return t('Image')
    case 'messageResult':
      return messageResultText(String(value), t)
    default:
      return kindText({ entity, name, field, value }, format)
  }
}

const emptyTexts: Partial<Record<InputName, PlainKey>> = { audio: 'No sound', tiers: 'No delivery', hours: 'Always open' }

function emptyText(input: InputName, { nullable }: Field, t: Translate): string {
  // A merchant without hours is open; a chat without hours doesn't mention them.
  const text = input === 'hours' && nullable ? 'No hours set' : emptyTexts[input]
  return text === undefined ? EMPTY_VALUE_TEXT : t(text)
}

function accessText(level: number, t: Translate): string {
  const text = accessLevels[level]
  return text === undefined ? '' : t(text)
}

function kindText({ entity, name, field, value }: FieldValue & { field: Field }, format: ValueFormat): string {
  const { t, lang } = format
  const onOff = onOffValues[`${entity.name}.${name}`]
  if (field.kind === 'flag' || onOff) return t(value === (onOff?.[0] ?? 1) ? 'Yes' : 'No')
  if (entity.name === 'mailing' && name === 'audience') return audienceText(value as Audience, format)
  if (entity.name === 'order' && name === 'cart') return cartText(value as Cart, lang)
  if (field.kind === 'choice' || field.kind === 'word' || valueLabel(entity, name, value) !== undefined)
    return valueName(entity, name, value, t)
  switch (field.kind) {
    case 'multilang':
      return typeof value === 'string' ? value : localized(value as Multilang, lang)
    case 'phone':
      return formatPhone(String(value))
    case 'moment':
      return formatMoment(String(value), format)
    case 'date':
      return formatDay(String(value), lang)
    case 'coords':
      return coordsText(value)
    case 'money':
      return moneyText(String(value), field.dollars ? '$' : format.currency, lang)
    case 'int':
    case 'number':
      return formatNumber(Number(value), lang)
    case 'files':
      return formatList(
        ([value].flat() as StoredFile[]).map((file) => file.name),
        lang,
      )
    default:
      return plainText(value, format)
  }
}

/** The texts in a structure that has no editor, in order. */
function plainText(value: unknown, format: ValueFormat): string {
  if (typeof value === 'boolean') return format.t(value ? 'Yes' : 'No')
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (typeof value !== 'object' || value === null) return ''
  const texts = Object.values(value).map((item) => plainText(item, format))
  return formatList(
    texts.filter((text) => text !== ''),
    format.lang,
  )
}

const moneyText = (amount: string | number, currency: string | undefined, lang: string): string =>
  [formatNumber(amount, lang), currency].filter(Boolean).join(' ')

const coordsText = (value: unknown): string =>
  (value as (number | null)[]).map((part) => part?.toFixed(5) ?? EMPTY_VALUE_TEXT).join(', ')

const namesText = (to: EntityName, value: unknown, { nameOf, lang }: ValueFormat): string =>
  formatList(
    [value].flat().map((id) => nameOf(to, Number(id))),
    lang,
  )

function hoursText(day: WorkDay, { t, lang }: ValueFormat): string {
  if (day.work === 0) return t('Closed')
  return formatList(
    day.periods.map(({ start, end }) => `${start}–${end}${end <= start ? ' +1' : ''}`),
    lang,
  )
}

function audienceText(audience: Audience, format: ValueFormat): string {
  const { t, lang } = format
  const valueOf = (name: keyof Audience): string => {
    if (name === 'langs')
      return formatList(
        (audience.langs ?? []).map((code) => languageName(code, format)),
        lang,
      )
    return name === 'bonus_min'
      ? moneyText(audience.bonus_min ?? '', format.currency, lang)
      : formatNumber(Number(audience[name]), lang)
  }
  return (Object.keys(audienceLabels) as (keyof Audience)[])
    .filter((name) => audience[name] !== undefined)
    .map((name) => (name === 'testers' ? t(audienceLabels.testers) : `${t(audienceLabels[name])}: ${valueOf(name)}`))
    .join('; ')
}

const cartText = (cart: Cart, lang: string): string =>
  formatList(
    cart.map(({ name = '', qty = 1 }) => `${formatNumber(qty, lang)} × ${name}`),
    lang,
  )

function optionText(part: string, value: unknown, format: ValueFormat): string {
  const { t, lang } = format
  if (part === 'description') return localized((value ?? {}) as Multilang, lang) || EMPTY_VALUE_TEXT
  if (part !== 'value') return t(value === 1 ? 'Yes' : 'No')
  return isEmptyForDisplay(value) ? EMPTY_VALUE_TEXT : plainText(value, format)
}

export const languageName = (code: string, { languages }: Pick<ValueFormat, 'languages'>): string =>
  languages.find((language) => language.code === code)?.name ?? code

const withParts = (label: string, parts: readonly string[]): string => `${label} (${parts.join(': ')})`

/** The label of a field or of a part of it, as in its input. */
export function partText({ entity, name, part }: Omit<FieldValue, 'value'>, format: ValueFormat): string {
  const { t, nameOf } = format
  const kind = entity.fields[name]?.kind
  const label = fieldName(entity, name, t)
  // Files and list members contain their own names.
  if (part === undefined || kind === 'files') return label
  if (kind === 'multilang' || entity.name === 'dictionary') return withParts(label, [languageName(part, format)])
  const parts = partNames(entity, name, part, t)
  if (isAccess(entity, name)) return withParts(label, [nameOf('admin', Number(splitPart(part)[0])), ...parts])
  return withParts(label, parts)
}

const isAccess = ({ name }: Entity, field: string): boolean => name === 'merchant' && field === 'access'

/** The records that a value and its part's label refer to, whose names are loaded together. */
export function referencesOf({ entity, name, part, value }: FieldValue): Reference[] {
  const field = entity.fields[name]
  if (part !== undefined && isAccess(entity, name)) return [['admin', Number(splitPart(part)[0])]]
  const isCity = part === 'city' && inputFor(entity, name) === 'address'
  const to = isCity ? 'city' : field?.to
  if (field === undefined || to === undefined || !(to in entities) || isEmptyForDisplay(value, field)) return []
  return [value].flat().flatMap((id) => (Number(id) > 0 ? [[to as EntityName, Number(id)] as const] : []))
}
