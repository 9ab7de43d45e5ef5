import type { PlainKey, Sentence } from '#i18n/text-key'

/** Grades of a password, from refused by the shared rule up to four classes of characters. */
export type PasswordGrade = 'refused' | 'simple' | 'medium' | 'good'

export interface PasswordVerdict {
  grade: PasswordGrade
  allowed: boolean
  message: PlainKey
}

// Only Latin letters count, as the message states; letters of other scripts do not.
const classes = [/[a-z]/, /[A-Z]/, /\p{N}/u, /[^\p{L}\p{N}]/u]

const messages = {
  short: 'Password must be more than 6 characters',
  mix: 'Password must contain special characters, numbers and Latin letters in different cases',
  simple: 'Very simple password',
  medium: 'Medium password',
  good: 'Good password',
  mismatch: 'Password mismatch',
} as const

/**
 * Grades a password (EDIT-25 to 29). 6 characters pass although the text asks for more (AMB-035). The profile and the
 * server's Auth Password also refuse the very simple grade (PROF-02, AMB-034).
 */
export function gradePassword(password: string, place: 'shared' | 'profile' = 'shared'): PasswordVerdict {
  if (Array.from(password).length < 6) return { grade: 'refused', allowed: false, message: messages.short }
  const found = classes.filter((characters) => characters.test(password)).length
  if (found < 2) return { grade: 'refused', allowed: false, message: messages.mix }
  if (found === 2) return { grade: 'simple', allowed: place === 'shared', message: messages.simple }
  return found === 3
    ? { grade: 'medium', allowed: true, message: messages.medium }
    : { grade: 'good', allowed: true, message: messages.good }
}

/** The grade of a new password typed twice; refused if the two differ (EDIT-30). */
export function checkNewPassword(password: string, repeat: string, place: 'shared' | 'profile' = 'shared'): PasswordVerdict {
  const verdict = gradePassword(password, place)
  return verdict.allowed && password !== repeat ? { ...verdict, allowed: false, message: messages.mismatch } : verdict
}

export const NEW_PASSWORD_MIN = 8

/** Why a password can't be chosen at registration, repair or invitation (AMB-248); `common` has lower-case passwords. */
export function newPasswordProblem(
  password: string,
  { login, common = new Set() }: { login: string; common?: ReadonlySet<string> },
): Sentence | undefined {
  if (Array.from(password).length < NEW_PASSWORD_MIN) return { text: 'Use at least %1 characters', params: [NEW_PASSWORD_MIN] }
  const plain = password.normalize('NFKC').toLowerCase()
  const names = [login.toLowerCase(), login.toLowerCase().split('@')[0]]
  if (common.has(plain) || names.includes(plain) || /^(.)\1*$/u.test(plain))
    return { text: 'This password is too common. Choose another one.' }
  return undefined
}
