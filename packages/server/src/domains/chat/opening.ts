import { hourCycleOf, openingAt, openingsBetween, roundReplyTime } from '@tiffin/core/rules'
import type { ChatOpening, WorkDay } from '@tiffin/sdk/contract'
import type { Context } from '#server/context'
import type { Tx } from '#db/database'

const KEPT_MS = 5 * 60_000
const SAMPLE_MS = 7 * 86_400_000
const MIN_SAMPLES = 5

interface Hours {
  chat_hours: WorkDay[] | null
  timezone: string
  country: string
}

/** Tells customers when their company answers, and how fast it usually does. */
export function createOpenings({ db, now }: Pick<Context, 'db' | 'now'>): (company: number) => Promise<ChatOpening> {
  /** Reply times by company, which take a while to find. */
  const kept = new Map<number, { until: number; minutes: Promise<number | null> }>()

  function replyMinutes(company: number, hours: Hours): Promise<number | null> {
    const at = now().getTime()
    const known = kept.get(company)
    if (known && known.until > at) return known.minutes
    const minutes = db.read({ company }, (tx) => usualReply(tx, company, hours, at))
    kept.set(company, { until: at + KEPT_MS, minutes })
    minutes.catch(() => kept.delete(company))
    return minutes
  }

  return async (company) => {
    const hours = await db.read({ company }, (tx) => readHours(tx, company))
    const { open, closes, opens } = openingAt(hours.chat_hours, now().getTime(), hours.timezone)
    const toTime = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString())
    return {
      open,
      closes: toTime(closes),
      opens: toTime(opens),
      timezone: hours.timezone,
      hour_cycle: hourCycleOf(hours.country),
      reply_minutes: await replyMinutes(company, hours),
    }
  }
}

async function readHours(tx: Tx, company: number): Promise<Hours> {
  const [row] = await tx.sql<Hours>(
    `select c.chat_hours, coalesce(nullif(c.timezone, ''), 'UTC') as timezone, coalesce(k.alpha2, '') as country
     from company c left join country k on k.country_id = c.country where c.company_id = $1`,
    [company],
  )
  return row ?? { chat_hours: null, timezone: 'UTC', country: '' }
}

/**
 * The median time from a customer's first unanswered message, written in the opening hours, to the next reply; null with too few
 * of them.
 */
async function usualReply(tx: Tx, company: number, { chat_hours, timezone }: Hours, now: number): Promise<number | null> {
  const from = now - SAMPLE_MS
  const isAlwaysOpen = !chat_hours || chat_hours.length === 0
  const openings = isAlwaysOpen ? [{ start: from, end: now }] : openingsBetween(chat_hours, from, now, timezone)
  const [found] = await tx.sql<{ samples: number; seconds: number | null }>(
    `with message as (
       select user_id, chat_id, type, date, lag(type) over (partition by user_id order by chat_id) as before
       from chat_message where company = $1 and date >= $2::timestamptz
     ), turn as (
       select type, date, lead(date) over (partition by user_id order by chat_id) as answered
       from message where before is distinct from type
     )
     select count(*)::int as samples,
       (percentile_cont(0.5) within group (order by extract(epoch from answered - date)))::float8 as seconds
     from turn where type = 0 and answered is not null and exists (
       select from unnest($3::timestamptz[], $4::timestamptz[]) as opening (start, finish)
       where date >= opening.start and date < opening.finish
     )`,
    [
      company,
      new Date(from).toISOString(),
      openings.map(({ start }) => new Date(start).toISOString()),
      openings.map(({ end }) => new Date(end).toISOString()),
    ],
  )
  if (!found || found.samples < MIN_SAMPLES || found.seconds === null) return null
  return roundReplyTime(found.seconds)
}
