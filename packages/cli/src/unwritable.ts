import type { PlainCommandKey } from './texts/command-key.ts'

/** Why a file could not be written and what to do, by system error code. */
export const unwritable: Readonly<Record<string, PlainCommandKey>> = {
  ENOENT: 'Its folder does not exist: make it, or choose another',
  ENOTDIR: 'What should be its folder is a file: choose another',
  EEXIST: 'What should be its folder is a file: choose another',
  EISDIR: 'It is a folder: name a file in it',
  EACCES: 'This account may not write there: choose another place',
  EPERM: 'This account may not write there: choose another place',
  EROFS: 'The disk can only be read: choose another place',
  ENOSPC: 'The disk is full: make room, or choose another place',
  EDQUOT: 'The disk is full: make room, or choose another place',
}
