import * as z from 'zod'
import { CONTRACT_VERSION } from './call.ts'
import { normalizeName } from './normalize-name.ts'

/** The calling front-end: its name, version, contract version, and the device or profile it runs on. */
export const appSchema = z.object({
  name: z.enum(['web', 'tui', 'cli', 'api', 'simulator']),
  version: z.string().max(50),
  contract: z.number().int(),
  device: z.string().overwrite(normalizeName).max(100).optional(),
})
export type App = z.output<typeof appSchema>

/** A program that doesn't say more about itself. */
export const anyProgram: App = { name: 'api', version: '', contract: CONTRACT_VERSION }

/** The form fields of every call (API-01); `data` and `app` are JSON. */
export const requestSchema = z.object({
  api: z.string().max(50),
  method: z.string().max(50),
  token: z.string().max(500).optional(),
  lang: z.string().max(10).optional(),
  data: z.string().optional(),
  /** The company to act for. 0 or absent means none; platform administrators then read the whole platform. */
  company: z
    .string()
    .regex(/^\d{0,15}$/)
    .optional(),
  idempotency_key: z.string().max(100).optional(),
  app: z.string().max(1000).optional(),
})

/** The oldest contract version that the server still supports. */
export const OLDEST_CONTRACT = Math.max(1, CONTRACT_VERSION - 1)

const refusalShape = {
  error: z.string().optional(),
  code: z.string().optional(),
  params: z.array(z.union([z.string(), z.number()])).optional(),
  table: z.string().optional(),
  row: z.number().int().optional(),
  field: z.string().optional(),
  current: z.record(z.string(), z.unknown()).optional(),
  because: z.record(z.string(), z.unknown()).optional(),
}

/** Fields of every response, in addition to those of its call; `server_time` is in seconds (API-14, AMB-199). */
export const envelopeSchema = z.looseObject({
  server_time: z.number(),
  status: z.enum(['OK', 'FAIL']),
  ...refusalShape,
  refused: z.array(z.looseObject(refusalShape)).optional(),
})
export type Envelope = z.output<typeof envelopeSchema>
