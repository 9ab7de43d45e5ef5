import { apiError } from '@tiffin/sdk/contract'
import type { Tx } from '#db/database'

const MAX_HOURLY = 60

/**
 * Counts mails to strangers, also those of invitations that were revoked: for a company, and for a person, who may create companies.
 * @throws `rate_limited`
 */
export async function consumeInvitations(
  tx: Tx,
  { company, admin }: { company: number; admin: number | null },
  count: number,
): Promise<void> {
  for (const who of [`company ${company}`, `admin ${admin}`]) await consume(tx, who, count)
}

async function consume(tx: Tx, who: string, count: number): Promise<void> {
  const [row] = await tx.sql<{ times: number; wait: number }>(
    `insert into rate_limit as r (what, who, times) values ('invitations', $1, $2)
     on conflict (what, who) do update set
       times = case when r.since < now() - interval '1 hour' then $2 else r.times + $2 end,
       since = case when r.since < now() - interval '1 hour' then now() else r.since end
     returning times, ceil(extract(epoch from since + interval '1 hour' - now()))::int as wait`,
    [who, count],
  )
  if (row && row.times > MAX_HOURLY) throw apiError('rate_limited', { params: [Math.max(1, row.wait)] })
}
