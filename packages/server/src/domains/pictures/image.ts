import { editsPictures, imageField, mayStorePicture, sizeError } from '@tiffin/core/rules'
import { apiError, type Calls, entities, type Entity, type Parsed } from '@tiffin/sdk/contract'
import { toDataUrl, decodePicture, renderStored, openPicture, type Picture, type PictureOwner } from '#content/picture'
import { ownerOf, quotaOf, storeWithinQuota } from '#content/storage-quota'
import type { Handler, SessionCall } from '#server/context'
import { consumeHourlyLimit } from '#limits/rate-limit'
import { requireAi } from '#domains/companies/require-ai'

/** Longest side of a picture sent to the crop dialog. */
const MAX_SIDE = 2400
/** Generated pictures of a company in an hour: each costs the owner of the installation money. */
const MAX_GENERATED = 20

/** Re-encodes the picture and stores it under a name derived from its content (API-34, AMB-022, AMB-193). */
export const save: Handler<Calls['Image']['save']> = async (input, call) => {
  const place = placeOf(input.field)
  const right = mayStorePicture(call.session.actor, place)
  if (!right.allowed) throw apiError(right.code, { field: 'field', params: right.params ?? ['field'] })
  const field = place ? imageField(place.entity.name, place.field) : null
  const picture = await pictureOf(input, call)
  const refusal = field && sizeError(picture, field)
  if (refusal) throw apiError(refusal.code, { params: refusal.params, field: 'data' })
  const stored = await renderStored(picture, field, input.transparent)
  const bytes = stored.files.reduce((sum, file) => sum + file.bytes.length, 0)
  await storeWithinQuota(call.db, { ...quotaOf(call), name: stored.name, bytes }, async () => {
    for (const file of stored.files) await call.content.put(file.name, file.bytes)
  })
  return { data: { status: 'OK', filename: stored.name } }
}

export const removeBackground: Handler<Calls['Image']['removeBackground']> = async (input, call) => {
  await requirePictureTools(call)
  const picture = await pictureOf(input, call)
  return { data: { status: 'OK', file: await toDataUrl(await call.images.removeBackground(picture), MAX_SIDE) } }
}

export const generate: Handler<Calls['Image']['generate']> = async ({ promt }, call) => {
  await requirePictureTools(call)
  // Counted here, so that those who may not can't use up the company's pictures.
  await consumeHourlyLimit(call.db, 'Image.generate', ownerOf(call), MAX_GENERATED)
  return { data: { status: 'OK', file: await toDataUrl(await call.images.generate(promt, pictureOwner(call)), MAX_SIDE) } }
}

/** Both cost the company, so they are for those who edit its pictures. */
async function requirePictureTools(call: SessionCall): Promise<void> {
  await requireAi(call)
  if (!editsPictures(call.session.actor)) throw apiError('forbidden')
}

const pictureOwner = (call: SessionCall): PictureOwner => ({
  person: `admin ${call.session.admin_id}`,
  company: ownerOf(call),
})

/** The sent picture, which must have the size it claims. */
async function pictureOf({ data, width, height }: Parsed<Calls['Image']['save']>, call: SessionCall): Promise<Picture> {
  const picture = await openPicture(decodePicture(data), pictureOwner(call))
  for (const [side, stated] of Object.entries({ width, height } as const)) {
    if (picture[side as 'width' | 'height'] !== stated) throw apiError('invalid_value', { field: side, params: [side] })
  }
  return picture
}

function placeOf(name: string | undefined): { entity: Entity; field: string } | undefined {
  if (name === undefined) return undefined
  const [table = '', field = ''] = name.split('.')
  const entity = Object.hasOwn(entities, table) ? ((entities as unknown as Record<string, Entity>)[table] as Entity) : undefined
  const isImage = entity !== undefined && Object.hasOwn(entity.fields, field) && entity.fields[field]?.kind === 'image'
  if (!isImage) throw apiError('invalid_value', { field: 'field', params: ['field'] })
  return { entity, field }
}
