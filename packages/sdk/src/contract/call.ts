import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'

/** Raised when the wire changes; the server serves this version and the one before it. */
export const CONTRACT_VERSION = 1

export interface CallDeclaration<I extends z.ZodType, O extends z.ZodType> {
  /** `none`: also before sign-in. */
  auth: 'session' | 'none'
  input: I
  output: O
  /** Codes that the call itself may answer, beside those that every call may. */
  errors?: readonly ErrorCode[]
  /** `read`: may be repeated by the client after a lost connection. `write`: carries an idempotency key. */
  effect: 'read' | 'write'
  /** Works on rows of the company acted for. */
  company?: boolean
  /** Accepts bodies up to 24 MB instead of 4 MB. */
  upload?: boolean
  /** Not answered yet: gives `not_available_yet`. */
  planned?: boolean
}

export interface Call<
  A extends string = string,
  M extends string = string,
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
> extends CallDeclaration<I, O> {
  api: A
  method: M
}

/** Declares a call (`api` and `method` of the wire) once for server, client and command line. */
export const defineCall = <const A extends string, const M extends string, I extends z.ZodType, O extends z.ZodType>(
  api: A,
  method: M,
  declaration: CallDeclaration<I, O>,
): Call<A, M, I, O> => ({ ...declaration, api, method })

export type Input<C> = C extends Call<string, string, infer I, z.ZodType> ? z.input<I> : never
export type Parsed<C> = C extends Call<string, string, infer I, z.ZodType> ? z.output<I> : never
export type Output<C> = C extends Call<string, string, z.ZodType, infer O> ? z.output<O> : never
