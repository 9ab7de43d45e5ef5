import type { CompanyOption, ErrorCode } from '@tiffin/sdk/contract'
import type { RouteName } from './pages/index.ts'

/** Who asks, reduced to what the rules need to know. */
export interface Actor {
  admin_id: number
  /** 1 platform administrator, 2 company staff. */
  role: 1 | 2
  /** The company acted for; null is the whole platform, for role 1 only. */
  company: number | null
  /** 1 owner, 2 operator; null without membership. */
  company_role: 1 | 2 | null
  /** Access positions (AMB-074) by merchant, for operators. */
  merchants: ReadonlyMap<number, readonly number[]>
  /**
   * Routes that were chosen for the person in the company, as far as the role can use them (AMB-048); absent where none were,
   * and the role and the merchants decide.
   */
  navigation?: readonly RouteName[]
  /** Options of the company acted for; null or absent is the administrator area, which no option closes (AMB-082). */
  options?: Readonly<Partial<Record<CompanyOption, number>>> | null
  /** Codes of the languages that may be edited in the dictionary (PERM-24). */
  dictionary_edit: readonly string[]
  /** Set when the session is a paired kitchen device: the owner who paired it granted these merchants, and no more. */
  device?: { merchants: readonly number[] }
}

export type Action = 'read' | 'create' | 'update' | 'delete'

/** Yes, or the rule that said no as the code of its sentence. */
export type Decision = { allowed: true } | { allowed: false; code: ErrorCode; params?: (string | number)[] }

export const allow: Decision = { allowed: true }

export const refuse = (code: ErrorCode, ...params: (string | number)[]): Decision =>
  params.length === 0 ? { allowed: false, code } : { allowed: false, code, params }

/** True for those who manage the whole company acted for, or the whole platform; never for a device. */
export const managesCompany = (actor: Actor): boolean =>
  actor.device === undefined && (actor.role === 1 || (actor.company !== null && actor.company_role === 1))
