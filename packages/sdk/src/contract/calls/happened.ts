import * as z from 'zod'

const row = z.record(z.string(), z.unknown()).nullable()

/** Who did something to a row, when and from where, and what it was before and after. */
export const happened = {
  date: z.string(),
  admin: z.object({ admin_id: z.number().int(), name: z.string(), login: z.string() }).nullable(),
  app: z.string(),
  /** Name of the paired kitchen device that did it (KDS-25). */
  device: z.string().optional(),
  before: row,
  after: row,
}
