import type { Audience, Calls, MailingChannel, Output } from '@tiffin/sdk/contract'
import type { Tx } from '#db/database'

/** A customer of the company `$1` in an audience, as `u`; and the rule that keeps the message from them, as `problem`. */
export interface Recipients {
  /** A condition on `u`. */
  where: string
  /** The code of the first rule that applies; null if the customer gets the message. */
  problem: string
  /** The customer's language, or the company's first. */
  lang: string
  parameters: unknown[]
  /** Customers whose address another one has, who gets the mail. */
  repeated: number[]
}

export type Condition = keyof Audience

const placed = `select from "order" o where o.company = u.company and o."user" = u.user_id and o."delete" = 0`

/** The SQL of each condition of an audience; `value` is a bound parameter. */
export const conditions: Readonly<Record<Condition, (value: string) => string>> = {
  langs: (value) => `coalesce(nullif(u.lang, ''), $2) = any(${value}::text[])`,
  orders_min: (value) =>
    `(select count(*) from (${placed.replace('select', 'select 1')} limit ${value}::int) counted) >= ${value}::int`,
  ordered_within_days: (value) => `exists (${placed} and o.time_create >= now() - make_interval(days => ${value}::int))`,
  not_ordered_for_days: (value) => `not exists (${placed} and o.time_create >= now() - make_interval(days => ${value}::int))`,
  bonus_min: (value) => `u.bonus_score >= ${value}::numeric`,
  testers: (value) => `u.status = case when ${value}::boolean then 2 else u.status end`,
}

/** Rules that keep a message on a channel from a customer `u`, in the order in which they are checked. */
export const channelRules: Readonly<Record<MailingChannel, readonly (readonly [code: string, condition: string])[]>> = {
  push: [
    ['no_consent', 'u.push_consent = 0'],
    [
      'no_device',
      `not exists (select from push_target p where p.company = u.company and p.user_id = u.user_id and p.kind = 'customer')`,
    ],
  ],
  mail: [
    ['no_consent', 'u.mail_consent = 0'],
    ['no_address', `u.email = ''`],
    ['blocked_address', 'exists (select from mail_block b where b.company = u.company and b.address = lower(u.email))'],
  ],
}

export const problemSql = (channel: MailingChannel): string =>
  `case ${channelRules[channel].map(([code, condition]) => `when ${condition} then '${code}'`).join(' ')} end`

/** The audience of a mailing, in SQL whose first parameters are the company and its first language. */
export async function recipients(
  tx: Tx,
  company: number,
  { audience, channel }: { audience: Audience; channel: MailingChannel },
): Promise<Recipients> {
  const parameters: unknown[] = [company, await companyLanguage(tx, company)]
  const chosen = Object.entries(audience).map(([name, value]) => {
    parameters.push(value)
    return conditions[name as Condition](`$${parameters.length}`)
  })
  const where = ['u.company = $1', '$2::text is not null', 'u.status <> 0', ...chosen].join(' and ')
  const found = { where, problem: problemSql(channel), lang: `coalesce(nullif(u.lang, ''), $2)`, parameters, repeated: [] }
  if (channel === 'push') return found
  const repeated = await findRepeated(tx, found)
  const bound = [...parameters, repeated]
  const problem = `coalesce(${found.problem}, case when u.user_id = any($${bound.length}::bigint[]) then 'same_address' end)`
  return { ...found, problem, parameters: bound, repeated }
}

/** A person may be more than one customer, and gets one mail. */
async function findRepeated(tx: Tx, { where, problem, parameters }: Omit<Recipients, 'repeated'>): Promise<number[]> {
  const rows = await tx.rows<{ user_id: number }>({
    sql: `select user_id from (
        select u.user_id, row_number() over (partition by lower(u.email) order by u.user_id) as place
        from "user" u where ${where} and ${problem} is null) placed
      where place > 1`,
    parameters,
  })
  return rows.map(({ user_id }) => user_id)
}

/** The code of the company's first language. */
export async function companyLanguage(tx: Tx, company: number): Promise<string> {
  const [row] = await tx.sql<{ code: string }>(
    `select l.code from company c join global_lang l on l.global_lang_id = (c.lang ->> 0)::bigint where c.company_id = $1`,
    [company],
  )
  return row?.code ?? 'en'
}

export type Counts = Omit<Output<Calls['Mailing']['count']>['data'], 'status'>

export async function countRecipients(
  tx: Tx,
  company: number,
  mailing: { audience: Audience; channel: MailingChannel },
): Promise<Counts> {
  const { where, problem, parameters } = await recipients(tx, company, mailing)
  const [row] = await tx.rows<Counts>({
    sql: `select count(*)::int as total, count(*) filter (where problem is null)::int as will_get,
        count(*) filter (where problem = 'no_consent')::int as without_consent,
        count(*) filter (where problem in ('no_address', 'no_device'))::int as without_address,
        count(*) filter (where problem = 'blocked_address')::int as blocked,
        count(*) filter (where problem = 'same_address')::int as same_address
      from (select ${problem} as problem from "user" u where ${where}) counted`,
    parameters,
  })
  return row as Counts
}
