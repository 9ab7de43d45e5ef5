import { previewSizes } from '@tiffin/core/rules'
import { apiError } from '@tiffin/sdk/contract'

/** Storage for pictures, sounds and files of chats: small files named after their content, never changed and never deleted. */
export interface ContentStore {
  /** Stores `bytes`; storing the same again changes nothing. Rejects with `content_unavailable`. */
  put(name: string, bytes: Buffer): Promise<void>
  /** Undefined if it does not exist. Rejects with `content_unavailable`. */
  get(name: string): Promise<Buffer | undefined>
  /** Names of everything that a backup must include; none if another service stores the files. */
  names(): AsyncIterable<string>
}

const CONTENT_NAME = new RegExp(`^[0-9a-f]{64}((-(${previewSizes.join('|')}))?\\.webp|\\.wav|\\.bin)$`)

/** Whether the server could have assigned this name; no other name reaches a store. */
export const isContentName = (name: string): boolean => CONTENT_NAME.test(name)

/** MIME type of a stored file. */
export const contentType = (name: string): string => {
  if (name.endsWith('.bin')) return 'application/octet-stream'
  return name.endsWith('.wav') ? 'audio/wav' : 'image/webp'
}

/** A storage failure as reported to the client; `cause` is for the log. */
export const contentUnavailable = (cause: unknown): Error => Object.assign(apiError('content_unavailable'), { cause })
