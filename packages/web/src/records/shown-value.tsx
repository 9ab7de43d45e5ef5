import { Box, chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import type { DeliveryTier, Entity, EntityName, Field, Multilang, StoredFile } from '@tiffin/sdk/contract'
import { formatDay, formatMoment } from '@tiffin/core'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { formatList, formatPhone, imageField, localized, soundUrl } from '@tiffin/core/rules'
import {
  accessLevels,
  type ActFor,
  cutPart,
  inputOf,
  isLookup,
  languageCodes,
  onOffValues,
  valueLabel,
} from '@tiffin/core/screens'
import { Button } from '../ui/controls.ts'
import { Icon } from '../ui/icon.tsx'
import { Avatar } from './avatar.tsx'
import { useLookup } from './inputs/choice-inputs.tsx'
import type { Day } from './inputs/hours-input.tsx'
import { ownSound, soundNames } from './inputs/sound-names.ts'
import { useRecords } from './records-context.ts'
import { textOf } from './text-of.ts'
import { useTitles } from './use-titles.ts'

interface Props {
  entity: Entity
  name: string
  /** Where it is only a part of the field. */
  part?: string | undefined
  value: unknown
  company: ActFor
}

const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** A value in words, where two of them are compared: in conflicts and in the history. */
export function ShownValue({ entity, name, part, value, company }: Props): ReactNode {
  const { screen, lang } = useRecords()
  const t = useTranslate()
  const field = entity.fields[name]
  if (!field) return textOf(value) || '—'
  // What nobody reads is not shown here either.
  if (field.read === 'nobody') return '••••'
  const input = inputOf({ entity, inputs: entity.name === screen.entity.name ? screen.inputs : {} }, name, field)
  if (input === 'access') return t(accessLevels[Number(value ?? 0)] ?? '')
  if (input === 'tariffOptions') return <OfOption part={cutPart(part ?? '')[1]} value={value} />
  if (isNothing(value)) return input === 'audio' ? t('No sound') : input === 'tiers' ? t('Delivery is not offered') : '—'
  switch (input) {
    case 'reference':
    case 'lookup':
      return <Titles to={field.to as EntityName} ids={[Number(value)]} company={company} />
    case 'referenceList':
    case 'transfer':
      return <Titles to={field.to as EntityName} ids={value as number[]} company={company} />
    case 'address':
      if (part === 'city') return <Titles to="city" ids={[Number(value)]} company={company} />
      return part === 'coords' ? <Coords value={value} /> : wordsIn(value, lang)
    case 'hours':
      return <Hours day={value as Day} />
    case 'tiers':
      return <Tiers bands={value as DeliveryTier[]} />
    case 'languages':
    case 'languageCode':
      return <Languages codes={languageCodes(value)} />
    case 'image':
      return <Avatar src={textOf(value)} name="" preview={imageField(entity.name, name).list} />
    case 'audio':
      return <Sound source={textOf(value)} />
    case 'color':
    case 'colorPair':
      return <Colour value={textOf(value)} />
    default:
      return <Plain entity={entity} name={name} field={field} value={value} />
  }
}

/** Texts of a structure that is edited nowhere, one after another. */
const wordsIn = (value: unknown, lang: string): string =>
  typeof value === 'object' && value !== null
    ? formatList(
        Object.values(value).map((one) => wordsIn(one, lang)),
        lang,
      )
    : textOf(value)

function Plain({ entity, name, field, value }: { entity: Entity; name: string; field: Field; value: unknown }): ReactNode {
  const t = useTranslate()
  const { lang, timezone, country } = useRecords()
  const onOff = onOffValues[`${entity.name}.${name}`]
  if (field.kind === 'flag' || onOff) return value === (onOff?.[0] ?? 1) ? t('Yes') : t('No')
  switch (field.kind) {
    case 'multilang':
      return typeof value === 'string' ? value : localized(value as Multilang, lang)
    case 'choice':
    case 'word':
      return t(valueLabel(entity, name, value))
    case 'phone':
      return <bdi>{formatPhone(textOf(value))}</bdi>
    case 'moment':
      return formatMoment(textOf(value), { lang, timezone, country })
    case 'date':
      return formatDay(textOf(value), lang)
    case 'coords':
      return <Coords value={value} />
    case 'files':
      return formatList(
        ([value].flat() as StoredFile[]).map((file) => file.name),
        lang,
      )
    default:
      return wordsIn(value, lang)
  }
}

const Coords = ({ value }: { value: unknown }) => (
  <bdi>{(value as (number | null)[]).map((part) => part?.toFixed(5) ?? '—').join(', ')}</bdi>
)

function Titles({ to, ids, company }: { to: EntityName; ids: readonly number[]; company: ActFor }): string {
  const { lang } = useRecords()
  const known = useLookup(isLookup(to) ? to : undefined)
  const titleOf = useTitles(to, isLookup(to) ? [] : ids, company)
  return formatList(
    ids.map((id) => known.find((row) => row.id === id)?.title ?? titleOf(id)),
    lang,
  )
}

function Languages({ codes }: { codes: readonly string[] }): string {
  const { session } = useCore()
  const { lang } = useRecords()
  const languages = useSelected(session.store, (state) => state.languages)
  return formatList(
    codes.map((code) => languages.find((language) => language.code === code)?.name ?? code),
    lang,
  )
}

function Hours({ day }: { day: Day }) {
  const t = useTranslate()
  const { lang } = useRecords()
  if (day.work === 0) return t('Closed')
  const periods = day.periods.map(({ start, end }) => `${start}–${end}${end <= start ? ' +1' : ''}`)
  return <bdi>{formatList(periods, lang)}</bdi>
}

function Tiers({ bands }: { bands: readonly DeliveryTier[] }) {
  const t = useTranslate()
  return (
    <chakra.span display="grid">
      {bands.map(({ from_km: from, to_km: to, price, per_km: perKm }, index) => (
        <span key={index}>{t('%1–%2 km: %3, and %4 per km', [from, to, price, perKm])}</span>
      ))}
    </chakra.span>
  )
}

function OfOption({ part, value }: { part: string; value: unknown }) {
  const t = useTranslate()
  const { lang } = useRecords()
  if (part === 'value') return textOf(value) || '—'
  if (part === 'description') return localized((value ?? {}) as Multilang, lang) || '—'
  return value === 1 ? t('Yes') : t('No')
}

const Colour = ({ value }: { value: string }) => (
  <chakra.span display="inline-flex" alignItems="center" gap="2">
    <chakra.span w="3" h="3" borderRadius="full" borderWidth="1px" style={{ background: value }} aria-hidden="true" />
    <bdi>{value}</bdi>
  </chakra.span>
)

/** Files of one's own sound different and have no names. */
function Sound({ source }: { source: string }) {
  const t = useTranslate()
  const { ports, session } = useCore()
  const folder = useSelected(session.store, ({ addresses }) => addresses.sounds)
  return (
    <Box as="span" display="inline-flex" alignItems="center" gap="2">
      {soundNames(t).find(([known]) => known === source)?.[1] ?? ownSound(t)}
      <Button size="sm" onClick={() => ports.sound?.alarm(soundUrl(folder, source))}>
        <Icon name="sound" />
        {t('Listen')}
      </Button>
    </Box>
  )
}
