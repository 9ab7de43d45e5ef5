import type { Client } from '@tiffin/sdk/client'
import {
  entities,
  type Condition,
  type Entity,
  type EntityName,
  type Field,
  type FieldKind,
  type TableQuery,
} from '@tiffin/sdk/contract'
import type { PlainKey } from '#i18n/text-key'
import {
  type Actor,
  type AnyRow,
  isAdministratorRoute,
  isEmptyValue,
  pages,
  type Problem,
  type RouteName,
  routeNames,
  rowProblems,
} from '#rules/index'
import { rowTitle, titleField } from '#rules/row-title'
import type { InputName } from './input-names.ts'

export type FieldOf<N extends EntityName> = keyof (typeof entities)[N]['fields'] & string

/** Conditions of a read, which must all hold. */
export type Search = NonNullable<TableQuery['search']>

export interface Today {
  now: number
  timezone: string
}

/** A filter whose choices each have their own condition, such as Payment and Write-off. */
export interface ChoiceFilter {
  name: string
  label: PlainKey
  choices: readonly { value: string; label: PlainKey; where: Search | ((today: Today) => Search) }[]
  /** The initial choice. */
  initial?: string
}

/**
 * The shape drawn next to a state's label, for users who can't distinguish colours: a dot, a ring, half a ring, a triangle.
 */
export type StateTone = 'on' | 'off' | 'part' | 'alert'

/** A state of a screen's records; at most one holds for a record, so that their counts add up. */
export interface RecordState {
  /** Its value in addresses. */
  value: string
  label: PlainKey
  tone: StateTone
  where: (today: Today) => Search
}

/** The filter by state, shown above a list as links with counts, and the column with each row's state. */
export const STATE = 'state'
/** A filter by a field; a period may start with its last given number of days instead of none. */
export interface FieldFilter {
  field: string
  /** The label, if it differs from the field's. */
  label?: PlainKey
  lastDays?: number
  /** Shown after a company is chosen (REF-10). */
  afterCompany?: true
  /** Shown to platform administrators in their area (AMB-123). */
  onPlatform?: true
  /** Number of records offered at once, if not the default. */
  offered?: number
}
export type Filter = ChoiceFilter | FieldFilter

/** A field that rows can be searched by, including fields that exist only in searches. */
export const searchableField = (entity: Entity, name: string): Field | undefined =>
  entity.fields[name] ?? entity.searchOnly?.[name]?.field

/** Related fields, under a title if they have one. */
export interface Section {
  title?: PlainKey
  /** Fields of one row are side by side if there is room. */
  rows: readonly (readonly string[])[]
}

/** The fields of a tab in order, or a list of records that belong to this one. */
export interface Tab {
  name: PlainKey
  fields: readonly string[]
  /** The layout of the fields. Fields in no section and not at the side come last, one per row. */
  sections: readonly Section[]
  /** Fields in a separate column, with the record's image and latest changes; undefined if there is no such column. */
  side?: readonly string[]
  /** Records that belong to this company record. */
  list?: Screen
}

/** A field that a user changes; `before` is the stored record, null for a new one, `row` the record as edited so far. */
export interface FieldChange {
  before: AnyRow | null
  row: AnyRow
  name: string
  value: unknown
}

/** Fields that change together with another one, and the question to answer first; %1 is the record's title. */
export interface FollowUp {
  set: AnyRow
  ask?: { title: PlainKey | 'Enable %1?' | 'Disable %1?'; text: PlainKey }
}

/** Custom deletion, if not by the default call. */
export interface Removal {
  /** Label of the button. */
  label: PlainKey
  /** Tables whose rows are hidden together with the record, if it is a company. */
  takes: readonly { table: EntityName; name: PlainKey; where?: readonly Condition[] }[]
  may: (actor: Actor, row: AnyRow) => boolean
  /** Whether the record's name must be typed to confirm. */
  needsName: (actor: Actor) => boolean
  run: (client: Client, row: AnyRow, name: string) => Promise<unknown>
}

/**
 * `dialog`, or `full` for a large one, above the list; `page`: the one record of the current company, without a list;
 * `form`: all rows at once, each `value` labelled by its `comment`.
 */
export type EditorKind = 'dialog' | 'full' | 'page' | 'form'

/** A records screen: a list and an editor, drawn from the entity and this declaration. */
export interface Screen {
  name: string
  entity: Entity
  title: PlainKey
  /** The title of a single record. */
  one: PlainKey
  /** The area whose page shows it, `both` areas, or `none` if another screen or a dialog shows it. */
  shownIn: Area | 'both' | 'none'
  /** Fields, `reference.field` for a field of a joined row, or `state` for the state column. */
  columns: readonly string[]
  filters: readonly Filter[]
  /** Shown above the list with counts, each a link to its records; also choices of a filter. */
  states: readonly RecordState[]
  order: { field: string; dir: 'asc' | 'desc' }
  editor: { kind: EditorKind; tabs: readonly Tab[] }
  /** Fields that are read-only on this screen. */
  readonly: readonly string[]
  /** Fields saved immediately, in the list and in the editor of a stored record. */
  instant: readonly string[]
  /** Inputs that differ from the default of the field's kind. */
  inputs: Readonly<Record<string, InputName>>
  create: boolean
  /** A filter that must be chosen before a record can be added; the new record takes its value (PUSH-03). */
  createAfter?: string
  /** Hint shown until it is chosen. */
  createHint?: PlainKey
  remove: boolean
  /** A filter that must be chosen, in addition to the company, before rows can be sorted by dragging. */
  sortWithin?: string
  /** Conditions on the choices of a reference, if not every row is offered. */
  offers: Readonly<Record<string, readonly Condition[]>>
  /** Conditions that always hold for the rows shown. */
  where: readonly Condition[]
  /** The access to merchants that operators need. */
  mode?: TableQuery['mode']
  removal?: Removal
  /** Fields whose sums are shown below the table. */
  sums: readonly string[]
  /** The name of these sums. */
  total: PlainKey
  /** Text of a column for a row without a value, where a blank would be unclear. */
  blank: Readonly<Record<string, PlainKey>>
  /** By column, the field of a joined row that is shown for a row without a value. */
  instead: Readonly<Record<string, `${string}.${string}`>>
  /** Milliseconds between the last keystroke in a filter and the search, if not the default. */
  typingDelay?: number
  /** Whether windows of 800 px or less hide the filters behind a button (REPORT-12). */
  folds: boolean
  /** Seconds between reloads; the first reload comes after two. */
  refresh?: number
  /** Checks between fields: problems by field, from the record before and after the change. */
  check: (before: AnyRow | null, after: AnyRow) => Record<string, Problem>
  /** Other fields that change together with a field. */
  follow?: (change: FieldChange) => FollowUp | undefined
  /** Fields that this record does not need, such as the address of a pickup. */
  hidden?: (row: AnyRow) => readonly string[]
  /** The suggested next step after creating such a record: a text with its title as %1, and the page for it. */
  next?: (
    created: AnyRow,
  ) => { text: "%1 can't see anything yet. Give access on the Access tab of a merchant."; page: RouteName } | undefined
  /** Whether a stored record can't be changed any more. */
  isClosed?: (row: AnyRow) => boolean
  /** Access to a tab: 0 hidden, 1 view, 2 edit. Without it the fields' rights decide. */
  tabLevel?: (actor: Actor, id: number, tab: string) => 0 | 1 | 2
}

type Rows<F> = readonly (F | readonly F[])[]
/** The fields of a tab: `rows` without a title, then `sections` by title, and the fields at the `side`. */
interface Layout<F> {
  rows?: Rows<F>
  sections?: Readonly<Partial<Record<PlainKey, Rows<F>>>>
  side?: readonly F[]
}

type ScreenInput<N extends EntityName> = {
  /** The title, if it differs from the page's. */
  title?: PlainKey
  one: PlainKey
  columns?: readonly (FieldOf<N> | `${FieldOf<N>}.${string}` | typeof STATE)[]
  filters?: readonly (FieldOf<N> | (FieldFilter & { field: FieldOf<N> | 'hour' | 'city' | 'change' }) | ChoiceFilter)[]
  states?: readonly RecordState[]
  /** The initially selected state. */
  initialState?: string
  /** Field of the initial sort order; with a minus, descending. */
  order?: FieldOf<N> | `-${FieldOf<N>}`
  editor?: { kind?: EditorKind; tabs?: Readonly<Partial<Record<PlainKey, Rows<FieldOf<N>> | Layout<FieldOf<N>> | Screen>>> }
  readonly?: readonly FieldOf<N>[]
  instant?: readonly FieldOf<N>[]
  inputs?: Readonly<Partial<Record<FieldOf<N>, InputName>>>
  create?: false
  remove?: false
  shownIn?: Screen['shownIn']
  createAfter?: FieldOf<N>
  offers?: Readonly<Partial<Record<FieldOf<N> | 'city', readonly Condition[]>>>
  where?: readonly Condition[]
  sortWithin?: FieldOf<N>
  sums?: readonly FieldOf<N>[]
  total?: PlainKey
  blank?: Readonly<Partial<Record<FieldOf<N>, PlainKey>>>
  instead?: Readonly<Partial<Record<FieldOf<N>, `${FieldOf<N>}.${string}`>>>
  folds?: true
  /** The name, if one entity has several screens. */
  name?: string
  /** Checks in addition to the entity's rules. */
  check?: Screen['check']
} & Pick<
  Screen,
  'mode' | 'refresh' | 'typingDelay' | 'follow' | 'hidden' | 'next' | 'isClosed' | 'tabLevel' | 'removal' | 'createHint'
>

/** `Object.entries` loses the type of a declaration's keys. */
const entriesOf = <T>(declared: Readonly<Partial<Record<PlainKey, T>>>) => Object.entries(declared) as [PlainKey, T][]

function tabOf(name: PlainKey, content: Rows<string> | Layout<string> | Screen): Tab {
  if ('entity' in content) return { name, fields: [], sections: [], list: content }
  const { rows = [], sections = {}, side }: Layout<string> = 'length' in content ? { rows: content } : content
  const laidOut: Section[] = [{ rows: rowsOf(rows) }]
  for (const [title, own] of entriesOf(sections)) laidOut.push({ title, rows: rowsOf(own) })
  const fields = [...laidOut.flatMap((section) => section.rows.flat()), ...(side ?? [])]
  return { name, fields, sections: laidOut, ...(side ? { side } : {}) }
}

const rowsOf = (rows: Rows<string>): string[][] => rows.map((row) => (typeof row === 'string' ? [row] : [...row]))

/** The layout of a tab for the visible fields; fields in no section come last. */
export function sectionsOf({ fields, sections, side = [] }: Tab): readonly Section[] {
  const placed = new Set([...sections.flatMap(({ rows }) => rows.flat()), ...side])
  const others = fields.filter((name) => !placed.has(name)).map((name) => [name])
  return [...sections, { rows: others }]
    .map((section) => ({
      ...section,
      rows: section.rows.map((row) => row.filter((name) => fields.includes(name))).filter((row) => row.length > 0),
    }))
    .filter(({ rows }) => rows.length > 0)
}

/** The column to show for a row. If its value is empty, this is the field of a joined row. */
export function shownColumn({ entity, instead }: Screen, row: AnyRow, column: string): string {
  const other = instead[column]
  const field = entity.fields[column]
  if (other === undefined || !field || !isEmptyValue(field, row[column])) return column
  const [name = '', part = ''] = other.split('.')
  const joined = row[entity.joins[name]?.as ?? ''] as AnyRow | null | undefined
  return isEmptyValue(field, joined?.[part]) ? column : other
}

/** The accessible name of a listed row, which contains the text of its link. */
export function listedTitle(screen: Screen, row: AnyRow, lang: string): string {
  const { entity } = screen
  const [name = ''] = shownColumn(screen, row, titleField(entity.name as EntityName)).split('.')
  return rowTitle(row[entity.joins[name]?.as ?? ''] as AnyRow | undefined, lang) || rowTitle(row, lang)
}

/** Whether a list can show a field as a column. */
export function fitsColumn({ fields }: Entity, name: string): boolean {
  const field = fields[name]
  return field !== undefined && name !== 'revision' && !field.volatile && !unlistedKinds.has(field.kind)
}

/** Kinds of fields that need more room than a cell, or are not for reading. */
const unlistedKinds: ReadonlySet<FieldKind> = new Set(['secret', 'json', 'files', 'uuid'])

/** The fields of the default list and editor, in the order of declaration. */
function defaultFields({ key, scope, fields }: Entity): string[] {
  const hidden = new Set([key, 'revision', ...(scope === 'company' ? ['company'] : [])])
  return Object.keys(fields).filter((name) => !hidden.has(name) && !fields[name]?.volatile)
}

/** Declares a records screen; omitted parts follow from the entity: by default all its fields, in one tab. */
export function defineScreen<const N extends EntityName>(entity: N, given: ScreenInput<N>): Screen & { table: N } {
  const {
    name = entity,
    filters = [],
    states = [],
    initialState,
    order,
    editor = {},
    sortWithin,
    createAfter,
    inputs = {},
    offers = {},
    blank = {},
    instead = {},
    folds = false,
    shownIn = 'both',
    check,
    ...rest
  } = given
  const declared: Entity = entities[entity]
  const [route] = routesOf({ name, entity: declared, shownIn })
  const first = order ?? declared.sort ?? `-${declared.key}`
  const shown = defaultFields(declared) as FieldOf<N>[]
  return {
    readonly: [],
    instant: [],
    sums: [],
    total: 'Total',
    where: [],
    create: true,
    remove: true,
    columns: shown.filter((field) => fitsColumn(declared, field)),
    title: route === undefined ? given.one : pages[route].label,
    ...rest,
    name,
    table: entity,
    entity: declared,
    shownIn,
    inputs,
    offers,
    blank,
    instead,
    folds,
    check: (before, after) => ({ ...rowProblems(declared, before, after), ...check?.(before, after) }),
    filters: [
      ...filters.map((filter): Filter => (typeof filter === 'string' ? { field: filter } : filter)),
      ...(states.length > 0
        ? [
            {
              name: STATE,
              label: 'State' as const,
              choices: states,
              ...(initialState === undefined ? {} : { initial: initialState }),
            },
          ]
        : []),
    ],
    states,
    order: first.startsWith('-') ? { field: first.slice(1), dir: 'desc' } : { field: first, dir: 'asc' },
    editor: {
      kind: editor.kind ?? 'dialog',
      tabs: entriesOf(editor.tabs ?? { Main: shown }).map(([tab, content]) => tabOf(tab, content)),
    },
    ...(sortWithin === undefined ? {} : { sortWithin }),
    ...(createAfter === undefined ? {} : { createAfter }),
  }
}

/** `company`: rows of the current company. `platform`: rows of all companies, and those without a company. */
export type Area = 'company' | 'platform'

export const areaOf = (path: string): Area => (path.startsWith('/Administrator/') ? 'platform' : 'company')

const areaOfRoute = (route: RouteName): Area => (isAdministratorRoute(route) ? 'platform' : 'company')

/** The pages that show a screen: those of its table that show records. */
export const routesOf = ({ name, entity, shownIn }: Pick<Screen, 'name' | 'entity' | 'shownIn'>): RouteName[] =>
  routeNames.filter((route) => {
    const { kind, table, screen = name } = pages[route]
    const isOfScreen = kind === undefined && table === entity.name && screen === name
    return isOfScreen && (shownIn === 'both' || shownIn === areaOfRoute(route))
  })

/** The screen at a path of the console. */
export const screenIn = (screens: readonly Screen[], path: string): Screen | undefined =>
  screens.find((screen) => routesOf(screen).some((route) => pages[route].path === path))

/** Whether rows of all companies are shown, with a company filter (LIST-08). */
export const spansCompanies = (screen: Screen, area: Area): boolean =>
  area === 'platform' && screen.entity.scope === 'company' && 'company' in screen.entity.fields

/** Whether a list sums amounts of companies that may have different currencies. */
export const sumsCurrencies = (screen: Screen, area: Area): boolean =>
  spansCompanies(screen, area) &&
  screen.sums.some((name) => screen.entity.fields[name]?.kind === 'money' && !screen.entity.fields[name].dollars)
