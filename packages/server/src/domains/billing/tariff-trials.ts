import type { Tx } from '#db/database'

/** SQL of the user whose trials count for an administrator. */
export const trialOwner = (admin: string): string =>
  `coalesce((select family from trial_family where admin = ${admin}), ${admin})`

/**
 * Users created by a company's staff share the trials of the user who created the company. Otherwise an owner could create
 * users who each create a company with a trial (AMB-239).
 */
export async function shareTrials(tx: Tx, { admin, company }: { admin: number; company: number }): Promise<void> {
  await tx.sql(
    `insert into trial_family (admin, family) select $1::bigint, ${trialOwner('creator')} from company
     where company_id = $2 and creator is not null on conflict do nothing`,
    [admin, company],
  )
}

/** What is behind a `+` leads to the same mailbox, so such an address is not another person. */
const mailbox = (address: string): string => `regexp_replace(${address}, '[+][^@]*@', '@')`

/** A user who registers shares the trials of the first user whose login is an address of the same mailbox. */
export async function shareTrialsOfMailbox(tx: Tx, { admin, email }: { admin: number; email: string }): Promise<void> {
  await tx.sql(
    `insert into trial_family (admin, family) select $1::bigint, ${trialOwner('admin_id')} from admin
     where admin_id <> $1 and ${mailbox('login')} = ${mailbox('$2::text')} order by admin_id limit 1 on conflict do nothing`,
    [admin, email],
  )
}

/** Uses the trial of a tariff; false if the user, or someone who shares their trials, already had it. */
export async function claimTrial(tx: Tx, { admin, tariff }: { admin: number; tariff: number }): Promise<boolean> {
  const taken = await tx.sql(
    `insert into tariff_trial (admin, tariff) values (${trialOwner('$1::bigint')}, $2) on conflict do nothing returning tariff`,
    [admin, tariff],
  )
  return taken.length > 0
}

/** SQL of the tariffs whose trial a user has used. */
export const usedTrials = (admin: string): string =>
  `array(select tariff::int from tariff_trial where tariff_trial.admin = ${trialOwner(admin)} order by 1)`
