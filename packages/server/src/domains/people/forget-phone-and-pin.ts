import type { Tx } from '#db/database'

/**
 * Ends the ways to sign in without the password, when another user set it or its link was mailed: someone who knew the previous one may
 * have verified their own phone, or set a PIN.
 */
export async function forgetPhoneAndPin(tx: Tx, admins: readonly number[]): Promise<void> {
  await tx.sql(`delete from verified_contact where kind = 'phone' and admin = any($1::bigint[])`, [admins])
  await tx.sql('delete from phone_code where admin = any($1::bigint[])', [admins])
  await tx.sql('delete from admin_pin where admin = any($1::bigint[])', [admins])
}

/** The same, and the address to which a link for a new password is mailed, when somebody else sets the password. */
export async function forgetContactsAndPin(tx: Tx, admins: readonly number[]): Promise<void> {
  await forgetPhoneAndPin(tx, admins)
  await tx.sql('delete from verified_contact where admin = any($1::bigint[])', [admins])
}
