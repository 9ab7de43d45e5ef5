import { apiError } from '@tiffin/sdk/contract'
import type { Database } from '#db/database'

interface Limited {
  what: string
  who: string
  max: number
  /** At most an hour, because the count is deleted after that. */
  seconds: number
}

/**
 * Counts one use by `who` of something limited to `max` uses in a period, across all processes.
 * @throws `rate_limited` with the seconds until the period ends
 */
export async function consumeRateLimit(db: Database, { what, who, max, seconds }: Limited): Promise<void> {
  const [row] = await db.write({ global: true }, (tx) =>
    tx.sql<{ times: number; wait: number }>(
      `insert into rate_limit as r (what, who) values ($1, $2)
       on conflict (what, who) do update set
         times = case when r.since < now() - make_interval(secs => $3) then 1 else r.times + 1 end,
         since = case when r.since < now() - make_interval(secs => $3) then now() else r.since end
       returning times, ceil(extract(epoch from since + make_interval(secs => $3) - now()))::int as wait`,
      [what, who, seconds],
    ),
  )
  if (row && row.times > max) throw apiError('rate_limited', { params: [Math.max(1, row.wait)] })
}

export const consumeHourlyLimit = (db: Database, what: string, who: string, max: number): Promise<void> =>
  consumeRateLimit(db, { what, who, max, seconds: 3600 })
