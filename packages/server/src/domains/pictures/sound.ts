import type { Calls } from '@tiffin/sdk/contract'
import { quotaOf, storeWithinQuota } from '#content/storage-quota'
import { readSound } from '#content/sound'
import type { Handler } from '#server/context'

/** Stores the samples of a sound under a name derived from them (REF-05). */
export const save: Handler<Calls['Sound']['save']> = async (input, call) => {
  const { name, bytes } = readSound(input.data)
  await storeWithinQuota(call.db, { ...quotaOf(call), name, bytes: bytes.length }, () => call.content.put(name, bytes))
  return { data: { status: 'OK', filename: name } }
}
