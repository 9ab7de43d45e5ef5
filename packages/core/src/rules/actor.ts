import type { CompanyOption, ErrorCode, TokenScope } from '@tiffin/sdk/contract'
import type { RouteName } from './pages/index.ts'

/** The requester, reduced to what the rules need. */
export interface Actor {
  admin_id: number
  /** 1 platform administrator, 2 company staff. */
  role: 1 | 2
  /** The current company; null is the whole platform, for role 1 only. */
  company: number | null
  /** 1 owner, 2 operator; null without membership. */
  company_role: 1 | 2 | null
  /** Access positions (AMB-074) by merchant, for operators. */
  merchants: ReadonlyMap<number, readonly number[]>
  /**
   * Routes chosen for the user in this company, as far as the role can use them (AMB-048). If absent, the role and
   * the merchants decide.
   */
  navigation?: readonly RouteName[]
  /** Links to other sites chosen for the user's menu (NAV-63). */
  links?: readonly string[]
  /**
   * Options of the current company; null or absent means the administrator area, which no option restricts (AMB-082).
   */
  options?: Readonly<Partial<Record<CompanyOption, number>>> | null
  /** May create orders despite warnings; owners always may. */
  overrule?: boolean
  /** Codes of the languages the user may edit in the dictionary (PERM-24). */
  dictionary_edit: readonly string[]
  /** Set if the session is a paired kitchen device: the owner who paired it granted only these merchants. */
  device?: { merchants: readonly number[] }
  /** Set if the session is an access token, which limits the rights above; no companies means all of the user's. */
  token?: { scopes: readonly TokenScope[]; companies: readonly number[] }
}

export type Action = 'read' | 'create' | 'update' | 'delete'

/** Yes, or no with the error code of the rule that refused. */
export type Decision = { allowed: true } | { allowed: false; code: ErrorCode; params?: (string | number)[] }

export const allow: Decision = { allowed: true }

export const refuse = (code: ErrorCode, ...params: (string | number)[]): Decision =>
  params.length === 0 ? { allowed: false, code } : { allowed: false, code, params }

/** Whether the actor may create orders despite warnings (AMB-213). */
export const mayOverrule = (actor: Actor): boolean => managesCompany(actor) || actor.overrule === true

/** True if the actor manages the whole current company, or the whole platform. Never true for a device. */
export const managesCompany = (actor: Actor): boolean =>
  actor.device === undefined && (actor.role === 1 || (actor.company !== null && actor.company_role === 1))
