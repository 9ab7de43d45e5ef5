import * as z from 'zod'

const row = z.record(z.string(), z.unknown()).nullable()

/** Who changed a row, when and from where, with the values before and after. */
export const historyEvent = {
  date: z.string(),
  admin: z.object({ admin_id: z.number().int(), name: z.string(), login: z.string() }).nullable(),
  app: z.string(),
  /** Name of the paired kitchen device that made the change (KDS-25). */
  device: z.string().optional(),
  before: row,
  after: row,
}
