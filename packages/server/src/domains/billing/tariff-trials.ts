import type { Tx } from '#db/database'

/** SQL of the user whose trials count for an administrator. */
const trialOwner = (admin: string): string => `coalesce((select family from trial_family where admin = ${admin}), ${admin})`

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

/** Remembers a contact that a person has verified, for good: who verifies it later shares the trials (AMB-239). */
export async function rememberContact(tx: Tx, { admin, contact }: { admin: number; contact: Buffer }): Promise<void> {
  await tx.sql('insert into trial_contact (contact, admin) values ($1, $2) on conflict do nothing', [contact, admin])
}

/** SQL of the tariffs whose trial has been used by a user, or by someone who ever verified the same contact. */
const trialsOf = (admin: string): string =>
  `select tariff from tariff_trial where tariff_trial.admin = ${trialOwner(admin)} or tariff_trial.admin in (
    select ${trialOwner('other.admin')} from trial_contact own join trial_contact other on other.contact = own.contact
    where own.admin in (${admin}, ${trialOwner(admin)}))`

/** Uses the trial of a tariff; false if the user, or someone who shares their trials, already had it. */
export async function claimTrial(tx: Tx, { admin, tariff }: { admin: number; tariff: number }): Promise<boolean> {
  await tx.sql(`select pg_advisory_xact_lock(hashtextextended('trials', $1))`, [tariff])
  const taken = await tx.sql(
    `insert into tariff_trial (admin, tariff) select ${trialOwner('$1::bigint')}, $2::bigint
     where $2::bigint not in (${trialsOf('$1::bigint')}) on conflict do nothing returning tariff`,
    [admin, tariff],
  )
  return taken.length > 0
}

/** SQL of the tariffs whose trial a user has used. */
export const usedTrials = (admin: string): string => `array(select tariff::int from (${trialsOf(admin)}) used order by 1)`
