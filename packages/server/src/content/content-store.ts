import { previewSizes } from '@tiffin/core/rules'
import { apiError } from '@tiffin/sdk/contract'

/** Where pictures and sounds lie: small files under names made from their content, which never change and are never taken away. */
export interface ContentStore {
  /** Keeps `bytes`; the same again changes nothing. Rejects with `content_unavailable`. */
  put(name: string, bytes: Buffer): Promise<void>
  /** Undefined where there is none. Rejects with `content_unavailable`. */
  get(name: string): Promise<Buffer | undefined>
  /** Everything that a backup has to take along; nothing where another service keeps it. */
  names(): AsyncIterable<string>
}

const CONTENT = new RegExp(`^[0-9a-f]{64}((-(${previewSizes.join('|')}))?\\.webp|\\.wav)$`)

/** Whether a name is one that the server could have given; no other reaches a store. */
export const isContentName = (name: string): boolean => CONTENT.test(name)

/** What a stored file is, for those who fetch it. */
export const contentType = (name: string): string => (name.endsWith('.wav') ? 'audio/wav' : 'image/webp')

/** A store that failed, as the client hears of it; `cause` is for the log. */
export const contentUnavailable = (cause: unknown): Error => Object.assign(apiError('content_unavailable'), { cause })
