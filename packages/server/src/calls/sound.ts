import type { Calls } from '@tiffin/sdk/contract'
import { ownerOf, storeCounted } from '#content/picture-room'
import { readSound } from '#content/sound'
import { countInHour } from '#engine/rate-limit'
import type { Handler } from '#server/context'

/** In an hour. */
const MOST = 60

/** Keeps the samples of a sound under a name made from them (REF-05). */
export const save: Handler<Calls['Sound']['save']> = async (input, call) => {
  await countInHour(call.db, 'sound.save', `admin ${call.session?.admin_id ?? 0}`, MOST)
  const { name, bytes } = readSound(input.data)
  await storeCounted(call.db, { who: ownerOf(call), name, bytes: bytes.length }, call.config.TIFFIN_PICTURES_MB, () =>
    call.content.put(name, bytes),
  )
  return { data: { status: 'OK', filename: name } }
}
