import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'

/** Raised when the wire changes; the server serves this version and the one before it. */
export const CONTRACT_VERSION = 1

/** Who may call and how. What a declaration does not open stays closed. */
export interface CallAccess {
  /** `none`: also before sign-in. */
  auth: 'session' | 'none'
  /** Needs a company to act for; platform administrators may go without one where it says so. */
  company?: 'required' | 'unless_platform'
  /** Paired kitchen devices may call it (KDS-25). */
  devices?: true
  /** The session cookie is enough without the token bound to it: the call does nothing for another site's page. */
  cookieAlone?: true
  /** The answer holds no secret, so its compressed length may be seen (AUTH-08). */
  compressed?: true
  /** Most calls within an hour, of a person or of all who act for a company. */
  hourly?: { most: number; of: 'person' | 'company' }
}

export interface CallDeclaration<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> extends CallAccess {
  input: I
  output: O
  /** Codes that the call itself may answer, beside those that every call may. */
  errors?: readonly ErrorCode[]
  /** `read`: may be repeated by the client after a lost connection. `write`: carries an idempotency key. */
  effect: 'read' | 'write'
  /** Accepts bodies up to 24 MB instead of 4 MB. */
  upload?: boolean
  /** Not answered yet: gives `not_available_yet`. */
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
