import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { TokenScope } from './token-scope.ts'

/** Increase this number when the wire format changes. The server serves this version and the previous one. */
export const CONTRACT_VERSION = 1

/** Who may make the call, and how. Access that is not declared is refused. */
export interface CallAccess {
  /** `none`: also before sign-in. */
  auth: 'session' | 'none'
  /**
   * Needs a company to act for; with `unless_platform`, platform administrators may go without one; with `for_its_tables`, so may
   * users who read no table of a company, such as before they have one.
   */
  company?: 'required' | 'unless_platform' | 'for_its_tables'
  /** Paired kitchen devices may call it (KDS-25). */
  devices?: true
  /** Access tokens with one of these scopes may call it; `any`: all of them (AMB-232). */
  tokens?: 'any' | readonly TokenScope[]
  /**
   * The session cookie is enough, without the token bound to it. Safe only if a foreign site gains nothing from making the
   * call.
   */
  cookieOnly?: true
  /** A session locked with a PIN may make it. */
  locked?: true
  /** A person who must set up a second factor and has none may make it. */
  factorless?: true
  /** The response contains no secret, so its compressed length may be observed (AUTH-08). */
  compressed?: true
  /** Maximum number of calls per hour, for each user or for each company acted for. */
  rateLimit?: { perHour: number; per: 'user' | 'company' }
}

export interface CallDeclaration<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> extends CallAccess {
  input: I
  output: O
  /** Codes specific to this call, in addition to those that every call may return. */
  errors?: readonly ErrorCode[]
  /** `read`: the client may repeat it after a lost connection. `write`: carries an idempotency key. */
  effect: 'read' | 'write'
  /** May write thousands of rows: the server runs few such calls of a company at a time. */
  bulk?: true
  /** Accepts bodies up to 24 MB instead of 4 MB. */
  upload?: boolean
  /** Returns a file of one of these types instead of JSON. */
  files?: readonly string[]
  /** Not implemented yet: returns `not_available_yet`. */
  planned?: boolean
}

export type Call<D extends CallDeclaration = CallDeclaration> = D & { api: string; method: string }

/** Declares a call (`api` and `method` of the wire) once for server, client and command line. */
export const defineCall = <const A extends string, const M extends string, const D extends CallDeclaration>(
  api: A,
  method: M,
  declaration: D,
): D & { api: A; method: M } => ({ ...declaration, api, method })

export type Input<C> = C extends { input: infer I extends z.ZodType } ? z.input<I> : never
export type Parsed<C> = C extends { input: infer I extends z.ZodType } ? z.output<I> : never
export type Output<C> = C extends { output: infer O extends z.ZodType } ? z.output<O> : never
