import type { Client } from '@tiffin/sdk/client'
import { entities, type Condition, type Entity, type EntityName, type TableQuery } from '@tiffin/sdk/contract'
import type { PlainKey } from '#i18n/text-key'
import {
  type Actor,
  type AnyRow,
  isAdministratorRoute,
  pages,
  type Problem,
  type RouteName,
  routeNames,
  rowProblems,
} from '#rules/index'
import type { InputName } from './input-names.ts'

export type FieldOf<N extends EntityName> = keyof (typeof entities)[N]['fields'] & string

/** What a read looks for: conditions that must all hold. */
export type Search = NonNullable<TableQuery['search']>

export interface Today {
  now: number
  timezone: string
}

/** A filter whose choices are conditions of their own, such as Payment and Write-off. */
export interface ChoiceFilter {
  name: string
  label: PlainKey
  choices: readonly { value: string; label: PlainKey; where: Search | ((today: Today) => Search) }[]
  /** The choice before anybody has chosen. */
  initial?: string
}

/** How a state is drawn beside its word, which tells it to people who see no colours: a dot, a ring, half a ring, a triangle. */
export type StateLook = 'on' | 'off' | 'part' | 'alert'

/** A state that records of a screen are in; of several that hold, the last is what a record is called. */
export interface ScreenState {
  /** In addresses. */
  value: string
  label: PlainKey
  look: StateLook
  where: (today: Today) => Search
}

/** The filter by state, which stands above a list as counted links; and the column that says the state of each row. */
export const STATE = 'state'
/** A filter by a field; a period may start with its last so many days instead of none. */
export interface FieldFilter {
  field: string
  /** Where the filter is not called as its field is. */
  label?: PlainKey
  lastDays?: number
  /** Shown once a company is chosen (REF-10). */
  afterCompany?: true
}
export type Filter = ChoiceFilter | FieldFilter

/** Fields that belong together, under a title where they have one. */
export interface Section {
  title?: PlainKey
  /** Fields of one row stand beside each other where there is room. */
  rows: readonly (readonly string[])[]
}

/** The fields of a tab in their order, or the list of records that belong to this one. */
export interface Tab {
  name: PlainKey
  fields: readonly string[]
  /** How the fields are laid out; those in no section and not at the side come last, each in a row. */
  sections: readonly Section[]
  /** Fields beside the others, with the picture of the record and its latest changes; undefined where there is no such column. */
  side?: readonly string[]
  /** Records of the company that this record is. */
  list?: Screen
}

/** How a record is deleted where it is not by the usual call. */
export interface Removal {
  may: (actor: Actor, row: AnyRow) => boolean
  /** Whether the name of the record has to be typed in first. */
  needsName: (actor: Actor) => boolean
  run: (client: Client, row: AnyRow, name: string) => Promise<unknown>
}

/**
 * `dialog`, or `full` for a large one, above the list; `page`: the one record of the company acted for, without a list;
 * `form`: all rows at once, each one's `value` under its `comment`.
 */
export type EditorKind = 'dialog' | 'full' | 'page' | 'form'

/** One screen of records: a list and an editor, drawn from the entity and what is said here. */
export interface Screen {
  name: string
  entity: Entity
  title: PlainKey
  /** What one of its records is called. */
  one: PlainKey
  /** The area whose page of the table shows it, `both` areas' pages, or `none`: then another screen or a dialog does. */
  shownIn: Area | 'both' | 'none'
  /** Fields, `reference.field` for one of a joined row, or `state` for what the states say of it. */
  columns: readonly string[]
  filters: readonly Filter[]
  /** Counted above the list, each a link that shows its records; they are choices of a filter, too. */
  states: readonly ScreenState[]
  order: { field: string; dir: 'asc' | 'desc' }
  editor: { kind: EditorKind; tabs: readonly Tab[] }
  /** Fields that are shown here and never changed. */
  readonly: readonly string[]
  /** Fields that are saved at once, in the list and in the editor of a stored record. */
  instant: readonly string[]
  /** Inputs that differ from what the field's kind says. */
  inputs: Readonly<Record<string, InputName>>
  create: boolean
  /** A filter that must be chosen before a record can be added, which then takes it over (PUSH-03). */
  createAfter?: string
  /** Says so. */
  createHint?: PlainKey
  remove: boolean
  /** A filter that must be chosen before rows can be dragged into an order, besides the company. */
  sortWithin?: string
  /** What a reference offers, where that is not every row. */
  offers: Readonly<Record<string, readonly Condition[]>>
  /** What always holds of the rows that are shown. */
  where: readonly Condition[]
  /** What an operator's merchants must be open to. */
  mode?: TableQuery['mode']
  removal?: Removal
  /** Fields whose sums stand below the table. */
  sums: readonly string[]
  /** Seconds between reloads; the first comes after two. */
  refresh?: number
  /** What must hold between fields: problems by field, of a record as it was and as it shall be. */
  check: (before: AnyRow | null, after: AnyRow) => Record<string, Problem>
  /** How far a tab is open: 0 hidden, 1 to look at, 2 to change; without it the fields' rights decide. */
  tabLevel?: (actor: Actor, id: number, tab: string) => 0 | 1 | 2
}

type Rows<F> = readonly (F | readonly F[])[]
/** The fields of a tab: `rows` without a title, then `sections` by their titles, and what stands at the `side`. */
interface Layout<F> {
  rows?: Rows<F>
  sections?: Readonly<Partial<Record<PlainKey, Rows<F>>>>
  side?: readonly F[]
}

type Given<N extends EntityName> = {
  /** Where it is not called as its page is. */
  title?: PlainKey
  one: PlainKey
  columns: readonly (FieldOf<N> | `${FieldOf<N>}.${string}` | typeof STATE)[]
  filters?: readonly (FieldOf<N> | (FieldFilter & { field: FieldOf<N> }) | ChoiceFilter)[]
  states?: readonly ScreenState[]
  /** The state that is shown before anybody has chosen. */
  initialState?: string
  /** Field of the first order; with a minus, the largest first. */
  order?: FieldOf<N> | `-${FieldOf<N>}`
  editor: { kind?: EditorKind; tabs: Readonly<Partial<Record<PlainKey, Rows<FieldOf<N>> | Layout<FieldOf<N>> | Screen>>> }
  readonly?: readonly FieldOf<N>[]
  instant?: readonly FieldOf<N>[]
  inputs?: Readonly<Partial<Record<FieldOf<N>, InputName>>>
  create?: false
  remove?: false
  shownIn?: Screen['shownIn']
  createAfter?: FieldOf<N>
  offers?: Readonly<Partial<Record<FieldOf<N>, readonly Condition[]>>>
  where?: readonly Condition[]
  sortWithin?: FieldOf<N>
  sums?: readonly FieldOf<N>[]
  /** Where one entity has several screens. */
  name?: string
  /** What is asked for here besides the rules of the entity. */
  check?: Screen['check']
} & Pick<Screen, 'mode' | 'refresh' | 'tabLevel' | 'removal' | 'createHint'>

/** `Object.entries` forgets that the keys of a declaration are texts. */
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

/** How the fields of a tab that somebody sees are laid out; what no section names comes last. */
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

/** Declares a screen of records; what is left out follows from the entity. */
export function defineScreen<const N extends EntityName>(entity: N, given: Given<N>): Screen & { table: N } {
  const {
    name = entity,
    filters = [],
    states = [],
    initialState,
    order,
    editor,
    sortWithin,
    createAfter,
    inputs = {},
    offers = {},
    shownIn = 'both',
    check,
    ...rest
  } = given
  const declared: Entity = entities[entity]
  const [route] = routesOf({ entity: declared, shownIn })
  const first = order ?? declared.sort ?? `-${declared.key}`
  return {
    readonly: [],
    instant: [],
    sums: [],
    where: [],
    create: true,
    remove: true,
    title: route === undefined ? given.one : pages[route].label,
    ...rest,
    name,
    table: entity,
    entity: declared,
    shownIn,
    inputs,
    offers,
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
      tabs: entriesOf(editor.tabs).map(([tab, content]) => tabOf(tab, content)),
    },
    ...(sortWithin === undefined ? {} : { sortWithin }),
    ...(createAfter === undefined ? {} : { createAfter }),
  }
}

/** `company`: rows of the company acted for. `platform`: rows of all companies, and what belongs to none. */
export type Area = 'company' | 'platform'

export const areaOf = (path: string): Area => (path.startsWith('/Administrator/') ? 'platform' : 'company')

const areaOfRoute = (route: RouteName): Area => (isAdministratorRoute(route) ? 'platform' : 'company')

/** The pages that show a screen: those of its table, as far as they show records. */
export const routesOf = ({ entity, shownIn }: Pick<Screen, 'entity' | 'shownIn'>): RouteName[] =>
  routeNames.filter((route) => {
    const { kind, table } = pages[route]
    return kind === undefined && table === entity.name && (shownIn === 'both' || shownIn === areaOfRoute(route))
  })

/** The screen at a path of the console. */
export const screenIn = (screens: readonly Screen[], path: string): Screen | undefined =>
  screens.find((screen) => routesOf(screen).some((route) => pages[route].path === path))

/** Rows that belong to companies, seen across all of them: a company filter is offered (LIST-08). */
export const spansCompanies = (screen: Screen, area: Area): boolean =>
  area === 'platform' && screen.entity.scope === 'company' && 'company' in screen.entity.fields
