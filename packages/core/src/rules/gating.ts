import type { CompanyLimit, CompanyOption, Entity, Field, Tariff } from '@tiffin/sdk/contract'
import { type Actor, allow, type Decision, refuse } from './actor.ts'
import { formatMoney, parseMoney } from './money.ts'
import { pages, type RouteName } from './pages/index.ts'

export type CompanyOptions = Readonly<Partial<Record<CompanyOption, number>>>
export type CompanyLimits = Readonly<Partial<Record<CompanyLimit, number | null>>>

/** Whether a company has an option (GATE-01). A null company is the administrator area, which no option closes (AMB-082). */
export const hasOption = (company: CompanyOptions | null, option: CompanyOption): Decision =>
  company === null || company[option] === 1 ? allow : refuse('option_required', option)

/** Whether the company's options open the screen of an entity and writes to it (GATE-05 to 09). */
export const optionDecision = (company: CompanyOptions | null, entity: Pick<Entity, 'gate'>): Decision =>
  entity.gate === undefined ? allow : hasOption(company, entity.gate)

/** What a read of a table does with its rows. */
export interface ReadUse {
  mode?: string | undefined
  /** Fields by which rows are counted. */
  group?: readonly unknown[] | undefined
  /** Fields that are summed. */
  statistic?: readonly string[] | undefined
  exported?: boolean
}

/**
 * Whether the company's options let the actor read a table in this way (AMB-082). Orders are what boards live on; summed,
 * grouped, exported or in the mode of the report they are the report (GATE-10).
 */
export function readOption(actor: Actor, entity: Pick<Entity, 'name' | 'gate'>, use: ReadUse = {}): Decision {
  const options = actor.options ?? null
  const isCounted = (use.statistic?.length ?? 0) > 0 || (use.group?.length ?? 0) > 0
  const isReport = entity.name === 'order' && (use.mode === 'report' || use.exported === true || isCounted)
  return isReport ? hasOption(options, 'allow_report') : optionDecision(options, entity)
}

/** The option that a page lacks, if it lacks one: its content stays closed (GATE-01). */
export function missingOption(company: CompanyOptions | null, route: RouteName): CompanyOption | null {
  const { option } = pages[route]
  return option === undefined || hasOption(company, option).allowed ? null : option
}

/** US dollars a month that an option adds to a tariff, `0.00` where it is free; null where it is not on offer (GATE-11). */
export function optionPrice(tariff: Pick<Tariff, 'option'>, option: CompanyOption): string | null {
  const entry = tariff.option?.find(({ field, enable }) => field === option && enable === 1)
  if (!entry) return null
  return formatMoney(entry.free === 1 ? 0n : parseMoney(entry.value))
}

/** Whether the company's options let a field be changed, such as online payment (PERM-23). */
export const fieldDecision = (company: CompanyOptions | null, field: Pick<Field, 'option'>): Decision =>
  field.option === undefined ? allow : hasOption(company, field.option)

/** Whether the company's options let a field have this value: what is switched off or emptied needs none. */
export const valueDecision = (company: CompanyOptions | null, field: Pick<Field, 'option'>, value: unknown): Decision =>
  value === 0 || value === '' || value === null ? allow : fieldDecision(company, field)

/** Orders above their limit are charged, not refused; products are counted by imports alone (AMB-085). */
const neverRefused: ReadonlySet<CompanyLimit> = new Set<CompanyLimit>(['limit_order', 'limit_scu'])

/** Whether one more row fits when there are `count`. Empty is unlimited, 0 is none (AMB-084). */
export function limitDecision(company: CompanyLimits | null, limit: CompanyLimit, count: number): Decision {
  const most = company?.[limit]
  if (most === undefined || most === null || neverRefused.has(limit)) return allow
  return count < most ? allow : refuse('limit_reached', most)
}
