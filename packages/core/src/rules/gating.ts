import type { CompanyLimit, CompanyOption, Entity, Field, TableQuery, Tariff } from '@tiffin/sdk/contract'
import { type Actor, allow, type Decision, refuse } from './actor.ts'
import { formatMoney, parseMoney } from './money.ts'
import { pages, type RouteName } from './pages/index.ts'

export type CompanyOptions = Readonly<Partial<Record<CompanyOption, number>>>
export type CompanyLimits = Readonly<Partial<Record<CompanyLimit, number | null>>>

/**
 * Whether a company has an option (GATE-01). Without a company this is the administrator area, which no option
 * restricts (AMB-082).
 */
export const hasOption = (company: CompanyOptions | null, option: CompanyOption): Decision =>
  company === null || company[option] === 1 ? allow : refuse('option_required', option)

/** Whether the company's options allow an entity's screen and writes to it (GATE-05 to 09). */
export const optionDecision = (company: CompanyOptions | null, entity: Pick<Entity, 'gate'>): Decision =>
  entity.gate === undefined ? allow : hasOption(company, entity.gate)

/** How a read uses the rows of a table. */
export interface ReadUse {
  mode?: TableQuery['mode'] | undefined
  /** Fields to group by. */
  group?: readonly unknown[] | undefined
  /** Fields to sum. */
  statistic?: readonly string[] | undefined
  exported?: boolean
}

/**
 * The effective mode of a read. Orders that are summed or exported count as a report regardless of the requested mode, so that
 * the report's option (GATE-10) and merchants (PERM-13) always apply. Boards may count the orders of each courier.
 */
export function readMode(entity: Pick<Entity, 'name'>, use: ReadUse): TableQuery['mode'] {
  const isSummed = (use.statistic?.length ?? 0) > 0
  const isCounted = (use.group ?? []).some((field) => use.mode !== 'board' || field !== 'courier')
  return entity.name === 'order' && (use.exported === true || isSummed || isCounted) ? 'report' : use.mode
}

/**
 * Whether the company's options allow the actor to read a table in this way (AMB-082). Plain reads of orders are always
 * allowed, because boards need them.
 */
export function readOption(actor: Actor, entity: Pick<Entity, 'name' | 'gate'>, use: ReadUse = {}): Decision {
  const options = actor.options ?? null
  const isReport = entity.name === 'order' && readMode(entity, use) === 'report'
  return isReport ? hasOption(options, 'allow_report') : optionDecision(options, entity)
}

/** The option that a page needs and the company lacks, if any: the page's content stays closed (GATE-01). */
export function missingOption(company: CompanyOptions | null, route: RouteName): CompanyOption | null {
  const { option } = pages[route]
  return option === undefined || hasOption(company, option).allowed ? null : option
}

/** Price of an option in US dollars per month, `0.00` if free; null if not offered (GATE-11). */
export function optionPrice(tariff: Pick<Tariff, 'option'>, option: CompanyOption): string | null {
  const entry = tariff.option?.find(({ field, enable }) => field === option && enable === 1)
  if (!entry) return null
  return formatMoney(entry.free === 1 ? 0n : parseMoney(entry.value))
}

/** Whether the company's options allow a field to be changed, such as online payment (PERM-23). */
export const fieldDecision = (company: CompanyOptions | null, field: Pick<Field, 'option'>): Decision =>
  field.option === undefined ? allow : hasOption(company, field.option)

/** Whether the company's options allow this value. Switching off or clearing a field needs no option. */
export const valueDecision = (company: CompanyOptions | null, field: Pick<Field, 'option'>, value: unknown): Decision =>
  value === 0 || value === '' || value === null ? allow : fieldDecision(company, field)

/** Orders above their limit are charged, not refused. Products are counted only by imports (AMB-085). */
const uncheckedLimits: ReadonlySet<CompanyLimit> = new Set<CompanyLimit>(['limit_order', 'limit_scu'])

/** Whether one more row is allowed if there are `count`. An empty limit means unlimited, 0 means none (AMB-084). */
export function limitDecision(company: CompanyLimits | null, limit: CompanyLimit, count: number): Decision {
  const max = company?.[limit]
  if (max === undefined || max === null || uncheckedLimits.has(limit)) return allow
  return count < max ? allow : refuse('limit_reached', max)
}
