import { type Client, download } from '@tiffin/sdk/client'
import {
  apiError,
  entities,
  type Entity,
  type EntityName,
  type ExportColumn,
  type ExportParams,
  isApiError,
} from '@tiffin/sdk/contract'
import { type Actor, formatList, joinedFields, quickPeriods, readableFields, rowTitle } from '#rules/index'
import type { Translate } from '#i18n/create-i18n'
import { onOffValues } from './input-names.ts'
import { fieldLabel, fieldName, valueName } from './labels.ts'
import { filterName, initialFilter, type ListState, NO_FILTER, readPeriod, stateFields } from './list-query.ts'
import { type ActingCompany, readRows } from './records.ts'
import { type Filter, type Screen, searchableField, STATE, type Today } from './screen.ts'

/** The columns of a list that its reader may see. Lists show the others empty; a sheet omits them. */
export const readableColumns = (actor: Actor, entity: Entity, columns: readonly string[]): string[] =>
  columns.filter((path) => {
    const [name = path, part] = path.split('.')
    if (!readableFields(actor, entity).has(name)) return false
    const target: Entity | undefined = entities[entity.fields[name]?.to as EntityName]
    return part === undefined || (entity.joins[name]?.fields.includes(part) === true && joinedFields(actor, target).has(part))
  })

/**
 * The columns of a list as columns of a sheet, with the key, so that the sheet can be imported again. A state column is replaced by
 * the fields that determine the state.
 */
export const sheetColumns = (screen: Screen, columns: readonly string[], today: Today): string[] => [
  ...new Set([screen.entity.key, ...columns].flatMap((column) => (column === STATE ? stateFields(screen, today) : [column]))),
]

/** Columns of a sheet with headings and value labels, in the language of `t`. */
export function exportColumns(entity: Entity, columns: readonly string[], t: Translate): ExportColumn[] {
  return columns.map((path) => {
    const [name = path, part] = path.split('.')
    const owner: Entity | undefined = part === undefined ? entity : entities[entity.fields[name]?.to as EntityName]
    const words = owner && choiceLabels(owner, part ?? name, t)
    // Two columns of one name could not be imported again.
    const isShared = part === undefined && sharesLabel(entity, name)
    return { field: path, title: isShared ? name : fieldName(entity, path, t), ...(words ? { words } : {}) }
  })
}

const sharesLabel = (entity: Entity, name: string): boolean =>
  Object.keys(entity.fields).some((other) => other !== name && fieldLabel(entity, other) === fieldLabel(entity, name))

/** The display names of a field's values; undefined if they need none. */
export function choiceLabels(entity: Entity, name: string, t: Translate): Record<string, string> | undefined {
  const field = entity.fields[name]
  const [on, off] = onOffValues[`${entity.name}.${name}`] ?? (field?.kind === 'flag' ? [1, 0] : [])
  if (on !== undefined && off !== undefined) return { [on]: t('Yes'), [off]: t('No') }
  if (field?.kind !== 'choice' && field?.kind !== 'word') return undefined
  return Object.fromEntries((field.values ?? []).map((value) => [value, valueName(entity, name, value, t)]))
}

export interface FilterContext extends Today {
  client: Client
  company: ActingCompany
  lang: string
  t: Translate
}

/** A list's filters as sentences, for the row above the headings (AMB-126). */
export async function filterTexts(
  screen: Screen,
  { search, filters }: Pick<ListState, 'search' | 'filters'>,
  context: FilterContext,
): Promise<string[]> {
  const { t } = context
  const all: readonly Filter[] = 'company' in screen.entity.fields ? [{ field: 'company' }, ...screen.filters] : screen.filters
  const texts = await Promise.all(
    all.map(async (filter) => {
      const value = filters[filterName(filter)] ?? initialFilter(filter, context)
      if (value === '' || value === NO_FILTER) return []
      const label = 'name' in filter ? t(filter.label) : fieldName(screen.entity, filter.field, t)
      return [`${label}: ${await chosenText(screen.entity, filter, value, context)}`]
    }),
  )
  return [...(search.trim() === '' ? [] : [`${t('Search')}: ${search.trim()}`]), ...texts.flat()]
}

async function chosenText(entity: Entity, filter: Filter, value: string, context: FilterContext): Promise<string> {
  const { t, client, company, lang } = context
  if ('name' in filter) {
    const choice = filter.choices.find((item) => item.value === value)
    return choice ? t(choice.label) : value
  }
  const field = searchableField(entity, filter.field)
  if (field?.kind === 'date' || field?.kind === 'moment') {
    const quick = quickPeriods.find((name) => name === value)
    const period = readPeriod(value, context)
    return quick ? t(quick) : period ? `${period.from} – ${period.to}` : value
  }
  const chosen = value.split(',')
  const to = field?.kind === 'reference' ? entities[field.to as EntityName] : undefined
  if (!to) {
    const words = choiceLabels(entity, filter.field, t)
    return formatList(
      chosen.map((item) => words?.[item] ?? item),
      lang,
    )
  }
  const search = [{ key: to.key, op: 'in' as const, prm: chosen.map(Number).filter(Number.isSafeInteger) }]
  const rows = await readRows(client, { table: to.name, search, limit: [0, 100] }, { company })
  return (
    formatList(
      rows.map((row) => rowTitle(row, lang)),
      lang,
    ) || value
  )
}

export interface ExportProgress {
  rows: number
  bytes: number
}

/**
 * Downloads the sheet of an export while it is being written; `onBytes` receives the progress. @throws an ApiError; the
 * stream fails with `export_broken` if it is interrupted, with `cancelled` if it was stopped
 */
export async function fetchExport(
  client: Client,
  params: ExportParams,
  options: { company: ActingCompany; signal: AbortSignal; onProgress: (progress: ExportProgress) => void },
): Promise<{ filename: string; rows: number; stream: ReadableStream<Uint8Array> }> {
  const { company, signal, onProgress } = options
  const { data } = await client.Export.ticket({ params }, { ...(company === undefined ? {} : { company }), signal })
  const { filename, rows = data.rows, stream } = await download(client, data.ticket, signal)
  let bytes = 0
  const reader = stream.getReader()
  const counted = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read()
        if (done) return controller.close()
        bytes += value.length
        onProgress({ rows, bytes })
        controller.enqueue(value)
      } catch (error) {
        controller.error(isApiError(error) ? error : apiError(signal.aborted ? 'cancelled' : 'export_broken'))
      }
    },
    cancel: (reason) => reader.cancel(reason),
  })
  return { filename, rows, stream: counted }
}
