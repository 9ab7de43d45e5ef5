import type { PlainCommandKey } from './texts/command-key.ts'

/** Why a file could not be written and what to do, by system error code. */
export const writeErrorAdvice: Readonly<Record<string, PlainCommandKey>> = {
  ENOENT: 'Its folder does not exist: create it, or choose another',
  ENOTDIR: 'Part of its path is a file, not a folder: choose another path',
  EEXIST: 'Part of its path is a file, not a folder: choose another path',
  EISDIR: 'This is a folder: enter the name of a file in it',
  EACCES: 'Permission denied: choose another location',
  EPERM: 'Permission denied: choose another location',
  EROFS: 'The disk is read-only: choose another location',
  ENOSPC: 'The disk is full: free some space, or choose another location',
  EFBIG: 'Too large for this location: choose another',
  EDQUOT: 'The disk is full: free some space, or choose another location',
}
