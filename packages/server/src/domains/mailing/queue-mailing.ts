import { type Mailing, pushStates } from '@tiffin/sdk/contract'
import type { Database, Tx } from '#db/database'
import { recipients } from './audience.ts'
import { expireLeases } from './send-batch.ts'

export const SEND_MAILING = 'send_mailing'
export const SEND_PUSH = 'send_push'

export interface MailingTarget {
  company: number
  mailing: number
}

/** Customers whose rows one statement writes, so that each is short. */
const CHUNK = 20_000

/** Queues the job that sends a mailing. It has one waiting job for now, and one for later. */
export const queueMailing = (tx: Tx, { company, mailing }: MailingTarget, at?: Date): Promise<unknown> =>
  tx.sql(
    `select jobs.add('${SEND_MAILING}', json_build_object('company', $1::bigint, 'mailing', $2::bigint), greatest($3::timestamptz, now()), $4)`,
    [company, mailing, at ?? null, `mailing:${mailing}${at ? ':next' : ''}`],
  )

/** Queues the job that sends a single push message. */
export const queuePush = (tx: Tx, company: number, messages: readonly number[], at?: Date): Promise<unknown> =>
  tx.sql(
    `select jobs.add('${SEND_PUSH}', json_build_object('company', $1::bigint, 'message', m), greatest($3::timestamptz, now()), 'push:' || m)
     from unnest($2::bigint[]) m`,
    [company, messages, at ?? null],
  )

/**
 * Writes a row for each customer of the audience, also for those who get nothing, with the rule that excludes them.
 * @returns how many get the mailing
 */
export async function writeRecipients(tx: Tx, mailing: Mailing): Promise<number> {
  const { company, mailing_id: id, channel, creator } = mailing
  const { where, problem, lang, parameters } = await recipients(tx, company, mailing)
  const [first, until, key, by] = [1, 2, 3, 4].map((at) => `$${parameters.length + at}`)
  let willGet = 0
  for (let after: number | null = 0; after !== null;) {
    const [chunk]: { last: number | null; waiting: number }[] = await tx.rows({
      sql: `with chosen as (
          select u.user_id, u.phone, ${lang} as lang, ${problem} as problem from "user" u
          where ${where} and u.user_id > ${first} order by u.user_id limit ${until}),
        written as (
          insert into message (company, mailing_id, creator, user_id, channel, phone, lang, push, result, next_attempt)
          select $1::bigint, ${key}::bigint, ${by}::bigint, user_id, '${channel}', phone, left(lang, 10), case when problem is null then 0 else 5 end,
            coalesce(problem, ''), case when problem is null then now() end
          from chosen on conflict (company, mailing_id, user_id) do nothing returning push)
        select (select max(user_id) from chosen) as last, (select count(*) from written where push = 0)::int as waiting`,
      parameters: [...parameters, after, CHUNK, id, creator],
    })
    willGet += chunk?.waiting ?? 0
    after = chunk?.last ?? null
  }
  return willGet
}

/** Sums of a mailing's rows. Set from them each time, so they can't drift. */
export const countResults = (tx: Tx, { company, mailing }: MailingTarget): Promise<unknown> =>
  tx.sql(
    `update mailing set (total, success, fail, skipped, unknown, kept) = (
       select count(*), count(*) filter (where push = 1), count(*) filter (where push = 2), count(*) filter (where push = 5),
         count(*) filter (where push = 4), count(*) filter (where push = 6)
       from message m where m.company = $1 and m.mailing_id = $2)
     where company = $1 and mailing_id = $2`,
    [company, mailing],
  )

/**
 * Queues due work, in case a server stopped: scheduled and unfinished mailings, and single messages. A mailing that was paused or
 * stopped since gets no job, so the messages it was sending are settled here.
 */
export async function queueDueMailings(db: Database): Promise<void> {
  const due = await db.read({ platform: true }, async (tx) => ({
    mailings: await tx.sql<MailingTarget>(
      `select company, mailing_id as mailing from mailing
       where state in ('scheduled', 'sending') and (state = 'sending' or send_at <= now())
         and (next_batch is null or next_batch <= now())`,
    ),
    interrupted: await tx.sql<MailingTarget>(
      `select company, mailing_id as mailing from mailing g
       where state in ('paused', 'stopped') and exists (
         select from message m where m.company = g.company and m.mailing_id = g.mailing_id
           and m.push = ${pushStates.sending} and m.next_attempt <= now())`,
    ),
    messages: await tx.sql<{ company: number; ids: number[] }>(
      `select company, array_agg(message_id) as ids from message
       where next_attempt <= now() and mailing_id is null group by company`,
    ),
  }))
  for (const target of due.interrupted) {
    await db.write({ company: target.company }, (tx) => expireLeases(tx, target.company, target.mailing))
    await db.write({ company: target.company }, (tx) => countResults(tx, target))
  }
  for (const target of due.mailings) await db.write({ company: target.company }, (tx) => queueMailing(tx, target))
  for (const { company, ids } of due.messages) await db.write({ company }, (tx) => queuePush(tx, company, ids))
}
