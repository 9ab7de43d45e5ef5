import { apiError } from '@tiffin/sdk/contract'
import type { Database } from '#db/database'

/**
 * Counts one more of what `who` may do only so often within an hour, in all processes together.
 * @throws `rate_limited` with the seconds until the hour is over
 */
export async function countInHour(db: Database, what: string, who: string, most: number): Promise<void> {
  const [row] = await db.write({ global: true }, (tx) =>
    tx.sql<{ times: number; seconds: number }>(
      `insert into rate_limit as r (what, who) values ($1, $2)
       on conflict (what, who) do update set
         times = case when r.since < now() - interval '1 hour' then 1 else r.times + 1 end,
         since = case when r.since < now() - interval '1 hour' then now() else r.since end
       returning times, ceil(extract(epoch from since + interval '1 hour' - now()))::int as seconds`,
      [what, who],
    ),
  )
  if (row && row.times > most) throw apiError('rate_limited', { params: [Math.max(1, row.seconds)] })
}
