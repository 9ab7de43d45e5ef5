import type { ReactNode } from 'react'
import { entities, type Entity, type EntityName, type Field, type Multilang } from '@tiffin/sdk/contract'
import { formatDay, formatMoment } from '@tiffin/core'
import { useTranslate } from '@tiffin/core/react'
import type { PlainKey } from '@tiffin/core/i18n'
import {
  companyToday,
  daysBetween,
  formatList,
  formatPhone,
  imageField,
  isEmptyValue,
  localizedText,
  periodState,
} from '@tiffin/core/rules'
import {
  messageResultText,
  stateToneOf,
  onOffValues,
  type Row,
  rowTitle,
  type Screen,
  shownColumn,
  SOON,
  STATE,
  stateOf,
  valueName,
} from '@tiffin/core/screens'
import { Icon } from '../../ui/icon.tsx'
import { State } from '../../ui/state.tsx'
import { Avatar } from '../avatar.tsx'
import { textOf } from '../text-of.ts'
import { AuditData, AuditTable, NoPerson } from './audit-cell.tsx'
import { useRecords } from '../records-context.ts'
import { useNumberText, useUnit } from '../use-unit.ts'

const numeric = new Set(['int', 'number', 'money', 'id'])

/** Whether a column's numbers are aligned to its end. */
export const isNumeric = ({ entity }: Screen, column: string): boolean => {
  const kind = entity.fields[column]?.kind ?? ''
  return numeric.has(kind) && column !== entity.key && column !== entity.sort
}

/** A value in a table, displayed by the kind of its field. */
export function Cell({ row, column: declared }: { row: Row; column: string }): ReactNode {
  const { screen, lang } = useRecords()
  const column = shownColumn(screen, row, declared)
  const { entity } = screen
  const [name = column, part] = column.split('.')
  const field = entity.fields[name]
  if (column === STATE) return <StateOf row={row} />
  if (!field) return null
  if (entity.name === 'audit' && name === 'table') return <AuditTable row={row} />
  if (entity.name === 'audit' && name === 'data') return <AuditData row={row} />
  if (entity.name === 'audit' && name === 'user_name' && row[name] === '') return <NoPerson />
  const joined = row[entity.joins[name]?.as ?? ''] as Row | null | undefined
  if (part !== undefined) {
    const to: Entity | undefined = entities[field.to as EntityName]
    const inner = to?.fields[part]
    return inner ? <Value entity={to} name={part} field={inner} row={joined} value={joined?.[part]} /> : null
  }
  const blank = screen.blank[column]
  if (blank !== undefined && isEmptyValue(field, row[name])) return <Blank text={blank} />
  const tone = stateToneOf(field.to, row[name])
  if (tone && joined) return <State tone={tone}>{rowTitle(joined, lang)}</State>
  if (field.kind === 'reference') return <Joined joined={joined} value={row[name]} />
  if (field.kind === 'referenceList') return namesOf(row[entity.joins[name]?.as ?? `${name}_obj`], lang)
  return <Value entity={entity} name={name} field={field} row={row} value={row[name]} />
}

function Blank({ text }: { text: PlainKey }) {
  const t = useTranslate()
  return <span className="muted">{t(text)}</span>
}

function StateOf({ row }: { row: Row }) {
  const t = useTranslate()
  const { screen, today } = useRecords()
  const state = stateOf(screen, row, today())
  return state && <State tone={state.tone}>{t(state.label)}</State>
}

const namesOf = (rows: unknown, lang: string): string =>
  Array.isArray(rows)
    ? formatList(
        rows.map((row: Row) => rowTitle(row, lang)),
        lang,
      )
    : ''

/** The referenced row; users with their image, statuses with their colour. */
function Joined({ joined, value }: { joined: Row | null | undefined; value: unknown }) {
  const { lang } = useRecords()
  if (!joined) return value === null || value === undefined ? null : textOf(value)
  const title = rowTitle(joined, lang)
  const pair = joined['color'] as { background?: string; text?: string } | string | null | undefined
  if (typeof pair === 'object' && pair?.background)
    return (
      <span className="pair" style={{ background: pair.background, color: pair.text }}>
        {title}
      </span>
    )
  const color = typeof pair === 'string' ? pair : ''
  const login = textOf(joined['login'])
  if (!('login' in joined) && color === '') return title
  return (
    <span className="parts">
      {'login' in joined && <Avatar src={textOf(joined['img'])} name={title} size={22} round />}
      {color && <Swatch color={color} />}
      <span className="cut">{title}</span>
      {login !== '' && login !== title && <span className="muted">{login}</span>}
    </span>
  )
}

const Swatch = ({ color }: { color: string }) => <span className="swatch" style={{ background: color }} aria-hidden="true" />

interface ValueProps {
  entity: Entity
  name: string
  field: Field
  row: Row | null | undefined
  value: unknown
}

function Value({ entity, name, field, row, value }: ValueProps): ReactNode {
  const t = useTranslate()
  const { lang, timezone, country } = useRecords()
  const unitFor = useUnit()
  const numberText = useNumberText()
  if (field.kind === 'image')
    return <Avatar src={textOf(value)} name={rowTitle(row, lang)} preview={imageField(entity.name, name).list} />
  if (value === null || value === undefined || value === '') return null
  const onOff = onOffValues[`${entity.name}.${name}`]
  if (entity.name === 'message' && name === 'result') return messageResultText(textOf(value), t)
  if (field.kind === 'flag' || onOff) return <Tick on={value === (onOff?.[0] ?? 1)} />
  switch (field.kind) {
    case 'multilang':
      return <Localized value={value as Multilang} />
    case 'phone':
      // Not a link: the first link of a row opens its record, which offers the call.
      return <bdi dir="ltr">{formatPhone(textOf(value))}</bdi>
    case 'choice':
    case 'word': {
      const text = valueName(entity, name, value, t)
      const tone = stateToneOf(`${entity.name}.${name}`, value)
      return tone ? <State tone={tone}>{text}</State> : text
    }
    case 'moment':
      return formatMoment(value as string, { lang, timezone, country })
    case 'date':
      return <DayOf name={name} day={value as string} />
    case 'color':
      return <Swatch color={textOf(value)} />
    case 'url':
      // In right-to-left text, too, the end of a long address is cut off and not its beginning.
      return (
        <bdi dir="ltr" className="cut address">
          {textOf(value)}
        </bdi>
      )
    case 'coords':
      return <bdi>{(value as number[]).map((part) => part.toFixed(5)).join(', ')}</bdi>
    case 'files':
      return (value as unknown[]).length || null
    case 'json':
      return <StructuredCell value={value} />
    case 'int':
    case 'number':
    case 'money':
      // Rows without a sort order stay blank (MERCH-04).
      if (name === entity.sort && Number(value) < 1) return null
      return <bdi>{[numberText(field, value), unitFor({ entity, name, field, row: row ?? {} })].filter(Boolean).join(' ')}</bdi>
    default:
      // Not every system has a font with flags.
      return name === 'emoji' ? <span className="code">{flagLetters(textOf(value))}</span> : textOf(value)
  }
}

/** A day, marked if the row has ended or not started yet. */
function DayOf({ name, day }: { name: string; day: string }) {
  const t = useTranslate()
  const { lang, today } = useRecords()
  const { now, timezone } = today()
  const current = companyToday(now, timezone)
  const state = periodState({ [name]: day }, current)
  const left = name === 'date_finish' ? daysBetween(current, day) : Number.NaN
  const tone = state === 'Expired' ? 'off' : state ? 'part' : left >= 0 && left < SOON ? 'alert' : undefined
  if (tone === undefined) return formatDay(day, lang)
  return (
    <>
      {formatDay(day, lang)}{' '}
      <span className="after">
        <State tone={tone}>{state ? t(state) : left === 0 ? t('Last day') : t('%1 days left', [left])}</State>
      </span>
    </>
  )
}

/** A text in the reader's language; if it exists only in another language, that one is marked. */
function Localized({ value }: { value: Multilang }) {
  const { lang } = useRecords()
  const { text, code } = localizedText(value, lang)
  if (code === undefined) return text
  return (
    <span className="foreign">
      <bdi className="cut" lang={code}>
        {text}
      </bdi>
      {/* Drawn by CSS, so that it is not part of the link's accessible name. */}
      <span className="code" data-code={code} />
    </span>
  )
}

/** The country letters of a flag. */
const flagLetters = (flag: string): string =>
  flag.replaceAll(/[\u{1f1e6}-\u{1f1ff}]/gu, (sign) => String.fromCharCode((sign.codePointAt(0) ?? 0) - 0x1f1e6 + 65))

function Tick({ on }: { on: boolean }) {
  const t = useTranslate()
  return (
    <span className="tick" data-on={on || undefined} role="img" aria-label={on ? t('Yes') : t('No')}>
      {on ? <Icon name="check" /> : '—'}
    </span>
  )
}

/** Colours and users are shown as such; tables show no other structures. */
function StructuredCell({ value }: { value: unknown }) {
  const { background, text, login, others } = (value ?? {}) as {
    background?: string
    text?: string
    login?: string
    others?: number
  }
  // The user of a company, and the number of others (AMB-150).
  if (login !== undefined)
    return (
      <span className="parts">
        <Joined joined={value as Row} value={null} />
        {Number(others) > 0 && <bdi>+{others}</bdi>}
      </span>
    )
  if (!background || !text) return null
  return (
    <span className="pair" style={{ background, color: text }}>
      Aa
    </span>
  )
}
