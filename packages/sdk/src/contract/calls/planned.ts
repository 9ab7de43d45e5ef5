import * as z from 'zod'
import { defineCall } from '../call.ts'

// Calls not implemented yet; they answer `not_available_yet`.

const base = { auth: 'session', company: 'required', compressed: true, planned: true } as const
const done = z.object({ data: z.looseObject({ status: z.enum(['OK', 'FAIL']), error: z.string().optional() }) })

const rows = z.array(z.record(z.string(), z.unknown())).max(5000)
export const importBegin = defineCall('Import', 'begin', {
  ...base,
  effect: 'write',
  tokens: ['import'],
  input: z.object({ kind: z.string().max(50), total: z.number().int() }),
  output: done,
})
export const importRows = defineCall('Import', 'rows', {
  ...base,
  effect: 'write',
  upload: true,
  tokens: ['import'],
  input: z.object({ import_id: z.string().max(100), rows }),
  output: done,
})
export const importCommit = defineCall('Import', 'commit', {
  ...base,
  effect: 'write',
  tokens: ['import'],
  input: z.object({ import_id: z.string().max(100) }),
  output: done,
})
export const importStatus = defineCall('Import', 'status', {
  ...base,
  effect: 'read',
  tokens: ['import'],
  input: z.object({ import_id: z.string().max(100) }),
  output: done,
})
