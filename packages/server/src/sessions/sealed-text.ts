import type { SecretBox } from './secret-box.ts'

const PREFIX = 'sealed:'

/** Encrypts a text for a text column; an empty text stays empty. */
export const sealText = (box: SecretBox, text: string, owner: string): string =>
  text === '' ? '' : PREFIX + box.seal(text, owner).toString('base64')

/** Whether a stored text is encrypted. Servers before this one stored plain texts. */
export const isSealed = (stored: string): boolean => stored.startsWith(PREFIX)

/** @throws like `SecretBox.open` */
export const openText = (box: SecretBox, stored: string, owner: string): string =>
  isSealed(stored) ? box.open(Buffer.from(stored.slice(PREFIX.length), 'base64'), owner) : stored
