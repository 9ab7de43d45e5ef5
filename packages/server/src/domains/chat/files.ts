import { createHash } from 'node:crypto'
import { type ApiError, apiError, type ChatFile, isApiError, MAX_CHAT_FILE } from '@tiffin/sdk/contract'
import { openPicture, type PictureOwner, renderStored } from '#content/picture'
import { isContentName } from '#content/content-store'
import { type Quota, storeWithinQuota } from '#content/storage-quota'
import { consumeHourlyLimit } from '#limits/rate-limit'
import type { Context } from '#server/context'
import { customerOf, customersOf } from './picture-owner.ts'
import { cleanFileName } from './rich-text.ts'

/** The part of a company's storage that files of its customers may take, so that its staff can always store a picture. */
const SHARE_OF_CUSTOMERS = 0.5
const MAX_FILES_AN_HOUR = 30
const MAX_FILES_A_DAY = 100
/** Of one customer, for as long as the company keeps them. */
const MAX_CUSTOMER_MEGABYTES = 20

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/
const MEDIA_TYPE = /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/

type Storing = Pick<Context, 'db' | 'content' | 'config'>

/**
 * Stores a file that a customer sends.
 * @throws `limit_reached`, which is final: the message is not sent again by itself and holds up no others; and like `storeFile`
 */
export async function storeFileOfCustomer(
  context: Storing,
  owner: PictureOwner,
  file: ChatFile,
  { company, user_id }: { company: number; user_id: number },
): Promise<ChatFile> {
  if (file.flag !== 1) return storeFile(context, owner, file)
  try {
    await consumeHourlyLimit(context.db, 'chat file', `${owner.company} ${owner.person}`, MAX_FILES_AN_HOUR)
  } catch (error) {
    throw isApiError(error) && error.code === 'rate_limited' ? apiError('limit_reached', { params: [MAX_FILES_AN_HOUR] }) : error
  }
  const [sent] = await context.db.read({ company }, (tx) =>
    tx.sql<{ today: number }>(
      `select count(*)::int as today from chat_message
       where company = $1 and user_id = $2 and date > now() - interval '1 day' and type = 0 and file is not null`,
      [company, user_id],
    ),
  )
  if ((sent?.today ?? 0) >= MAX_FILES_A_DAY) throw refusal('Too many files: a customer can send %1 a day', MAX_FILES_A_DAY)
  const sharers: Quota[] = [
    { who: customersOf(owner.company), maxMegabytes: context.config.TIFFIN_PICTURES_MB * SHARE_OF_CUSTOMERS },
    { who: customerOf(owner.company, user_id), maxMegabytes: MAX_CUSTOMER_MEGABYTES },
  ]
  try {
    return await storeFile(context, owner, file, sharers)
  } catch (error) {
    const isOwn = isApiError(error) && error.code === 'pictures_full' && error.params?.[0] === MAX_CUSTOMER_MEGABYTES
    throw isOwn ? refusal('Too many files: a customer can send %1 MB in all', MAX_CUSTOMER_MEGABYTES) : error
  }
}

const refusal = (message: string, limit: number): ApiError =>
  Object.assign(apiError('limit_reached', { params: [limit] }), { message })

/**
 * Stores a file of a message: pictures are encoded again, everything else becomes a download (AMB-017). A stored file must belong
 * to the company.
 * @throws `too_large`, `invalid_value`, `not_found`, `pictures_full`, `content_unavailable`
 */
export async function storeFile(
  context: Storing,
  owner: PictureOwner,
  file: ChatFile,
  sharers: readonly Quota[] = [],
): Promise<ChatFile> {
  const name = cleanFileName(file.name)
  if (file.flag === 2) {
    await assertStored(context, owner, file.content)
    return { flag: 2, name, type: typeOf(file), content: file.content }
  }
  const data = file.content.replace(/^data:[^,]{0,200};base64,/, '')
  if (!BASE64.test(data) || data === '') throw apiError('invalid_value', { field: 'file', params: ['file'] })
  return storeBytes(context, owner, { name, type: file.type, bytes: Buffer.from(data, 'base64') }, sharers)
}

async function storeBytes(
  { db, content, config }: Storing,
  owner: PictureOwner,
  { name, type, bytes }: { name: string; type: string; bytes: Buffer },
  sharers: readonly Quota[],
): Promise<ChatFile> {
  if (bytes.length > MAX_CHAT_FILE) throw apiError('too_large', { field: 'file', params: [MAX_CHAT_FILE / 1000] })
  const picture = type.startsWith('image/') ? await openPicture(bytes, owner).catch(() => null) : null
  const stored = picture
    ? await renderStored(picture, null, true)
    : { name: `${createHash('sha256').update(bytes).digest('hex')}.bin`, files: [] as { name: string; bytes: Buffer }[] }
  const files = picture ? stored.files : [{ name: stored.name, bytes }]
  const size = files.reduce((sum, one) => sum + one.bytes.length, 0)
  const maxMegabytes = config.TIFFIN_PICTURES_MB
  const counted = { name: stored.name, bytes: size }
  let store = async (): Promise<void> => {
    for (const one of files) await content.put(one.name, one.bytes)
  }
  for (const quota of [{ who: owner.company, maxMegabytes }, ...sharers]) {
    const inner = store
    store = () => storeWithinQuota(db, { ...quota, ...counted }, inner)
  }
  await store()
  return { flag: 2, name, type: picture ? 'image/webp' : typeOf({ type, content: stored.name }), content: stored.name }
}

/** The type that the sender gives is only a label: files are never served with it. */
const typeOf = ({ type, content }: Pick<ChatFile, 'type' | 'content'>): string => {
  if (content.endsWith('.webp')) return 'image/webp'
  return MEDIA_TYPE.test(type) && !type.startsWith('image/') ? type : 'application/octet-stream'
}

async function assertStored({ db }: Storing, owner: PictureOwner, content: string): Promise<void> {
  const rows =
    isContentName(content) && !content.endsWith('.wav')
      ? await db.read({ global: true }, (tx) =>
          tx.sql('select from stored_picture where who = $1 and name = $2', [owner.company, content]),
        )
      : []
  if (rows.length === 0) throw apiError('not_found', { field: 'file' })
}
