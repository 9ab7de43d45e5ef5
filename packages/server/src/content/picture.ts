import { createHash } from 'node:crypto'
import sharp, { type ResizeOptions, type Sharp } from 'sharp'
import {
  fileRefusal,
  freeCanvas,
  type ImageField,
  type ImageType,
  imageTypeOf,
  LARGEST_CANVAS,
  MOST_MEGAPIXELS,
  previewName,
  previewSizes,
  type Size,
  sizeRefusal,
} from '@tiffin/core/rules'
import { apiError, isApiError } from '@tiffin/sdk/contract'
import { perUserLimiter, createLimiter } from '#limits/concurrency-limit'
import { barePicture } from './bare-picture.ts'
import { imageEnd, isHarmlessTail } from './image-end.ts'

// Of the formats that the library reads, only those which are asked for; SVG and PDF among the others can name other files.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif', 'VipsForeignLoadHeif'],
})
// One picture takes one core, and none is worked on twice.
sharp.concurrency(1)
sharp.cache(false)

/** A picture takes up to a quarter of a gigabyte while it is worked on. */
const inTurn = createLimiter(2)
/** Of one person and of one company one picture at a time, so that nobody waits for more than one of each other company. */
const ofPerson = perUserLimiter(1, 20)
const ofCompany = perUserLimiter(1, 60)
const SECONDS = 10

/** For whom a picture is worked on. */
export interface PictureOwner {
  person: string
  company: string
}

/** A picture that has been looked at: it is one, and not more than that. Its size is what people see. */
export interface Picture extends Size {
  bytes: Buffer
  owner: PictureOwner
}

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

/** Bytes of a text in base64, with or without the beginning of a `data:` address. @throws `not_an_image`, `image_too_large` */
export function decodePicture(text: string): Buffer {
  const data = text.replace(/^data:[\w/+.-]*;base64,/, '')
  const refusal = fileRefusal(Math.floor((data.length * 3) / 4) - 2)
  if (refusal) throw apiError(refusal.code, { params: refusal.params, field: 'data' })
  if (!BASE64.test(data)) throw apiError('not_an_image', { field: 'data' })
  return Buffer.from(data, 'base64')
}

/** Looks at a file by its content. @throws `not_an_image`, `image_too_large`, `too_many_pixels`, `image_too_complex` */
export async function openPicture(bytes: Buffer, owner: PictureOwner): Promise<Picture> {
  const refusal = fileRefusal(bytes.length)
  if (refusal) throw apiError(refusal.code, { params: refusal.params, field: 'data' })
  const type = imageTypeOf(bytes)
  const whole = type && withoutTail(type, bytes)
  if (!whole) throw apiError('not_an_image', { field: 'data' })
  const picture = barePicture(type, whole)
  if (!picture) throw apiError('image_too_complex', { field: 'data' })
  const { autoOrient } = await refuseUnreadable(owner, () => read(picture).metadata())
  const tooMany = sizeRefusal(autoOrient, { canvas: null })
  if (tooMany) throw apiError(tooMany.code, { params: tooMany.params, field: 'data' })
  return { bytes: picture, owner, ...autoOrient }
}

/** The picture alone; undefined where something else follows that is not cut off. Only JPEGs come with tails from honest people. */
function withoutTail(type: ImageType, bytes: Buffer): Buffer | undefined {
  const end = imageEnd(type, bytes)
  if (end === bytes.length) return bytes
  return type === 'jpeg' && end < bytes.length && isHarmlessTail(bytes.subarray(end)) ? bytes.subarray(0, end) : undefined
}

export interface StoredPicture {
  /** What rows carry. */
  name: string
  /** The picture last: whoever knows its name finds its previews. */
  files: { name: string; bytes: Buffer }[]
}

/** Draws a picture anew at the size of its canvas and of the previews; nothing of the file but its pixels remains. */
export async function drawStored(picture: Picture, field: ImageField | null, transparent: boolean): Promise<StoredPicture> {
  const whole = await refuseUnreadable(picture.owner, () => {
    const drawn = read(picture.bytes).autoOrient().resize(boxOf(field))
    return (transparent ? drawn : drawn.flatten({ background: '#ffffff' })).webp({ quality: 86, effort: 4 }).toBuffer()
  })
  const name = `${createHash('sha256').update(whole).digest('hex')}.webp`
  const previews = []
  for (const side of previewSizes) {
    const small = read(whole).resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    previews.push({
      name: previewName(name, side),
      bytes: await refuseUnreadable(picture.owner, () => small.webp({ quality: 82 }).toBuffer()),
    })
  }
  return { name, files: [...previews, { name, bytes: whole }] }
}

const boxOf = (field: ImageField | null): ResizeOptions =>
  field?.canvas
    ? { ...field.canvas, fit: 'cover' }
    : { ...size(field ? freeCanvas : LARGEST_CANVAS), fit: 'inside', withoutEnlargement: true }
const size = ({ width, height }: Size): Size => ({ width, height })

/** A picture as a `data:` address, no side of it longer than `longest`. */
export async function asAddress({ bytes, owner }: Picture, longest: number): Promise<string> {
  const small = await refuseUnreadable(owner, () =>
    read(bytes)
      .autoOrient()
      .resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 92, alphaQuality: 100 })
      .toBuffer(),
  )
  return `data:image/webp;base64,${small.toString('base64')}`
}

/** The first picture of a file, read by the library; cut or broken data are an error, not half a picture. */
export const read = (bytes: Buffer): Sharp =>
  sharp(bytes, { limitInputPixels: MOST_MEGAPIXELS * 1_000_000, failOn: 'truncated', pages: 1 }).timeout({ seconds: SECONDS })

/** Two at once, one of each owner; what the library cannot read is no picture. @throws `rate_limited` when too many of theirs wait */
export async function refuseUnreadable<T>({ person, company }: PictureOwner, work: () => Promise<T>): Promise<T> {
  try {
    return await ofPerson(person, () => ofCompany(company, () => inTurn(work)))
  } catch (error) {
    if (isApiError(error)) throw error
    const tooMany = error instanceof Error && /pixel limit/.test(error.message)
    throw Object.assign(
      apiError(tooMany ? 'too_many_pixels' : 'not_an_image', {
        field: 'data',
        ...(tooMany ? { params: [MOST_MEGAPIXELS] } : {}),
      }),
      { cause: error },
    )
  }
}
