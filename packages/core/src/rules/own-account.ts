import type { Actor } from './actor.ts'

/** Fields that users sign in with. */
export const signInFields = ['login', 'password', 'email', 'phone'] as const

/** Contacts by which a user resets the password or signs in, so changing one's own needs the current password. */
export const contactFields = ['email', 'phone'] as const

/** Whether a person, and not this actor, decides how they sign in: they joined by themselves (decision 026). */
export const managesOwnSignIn = (actor: Pick<Actor, 'role' | 'admin_id'>, person: Readonly<Record<string, unknown>>): boolean =>
  person['own_account'] === 1 && actor.role !== 1 && person['admin_id'] !== actor.admin_id
