import { createHash } from 'node:crypto'
import sharp, { type ResizeOptions, type Sharp } from 'sharp'
import {
  fileError,
  releaseCanvas,
  type ImageField,
  type ImageType,
  imageTypeOf,
  MAX_CANVAS,
  MAX_MEGAPIXELS,
  previewName,
  previewSizes,
  type Size,
  sizeError,
} from '@tiffin/core/rules'
import { apiError, isApiError } from '@tiffin/sdk/contract'
import { keyedLimiter, createLimiter } from '#limits/concurrency-limit'
import { stripMetadata } from './strip-metadata.ts'
import { imageEnd, isHarmlessTrailingData } from './image-end.ts'

// Allows only the formats listed below; others, such as SVG and PDF, can refer to other files.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif', 'VipsForeignLoadHeif'],
})
// Each picture uses one core.
sharp.concurrency(1)
sharp.cache(false)

/** A picture takes up to 256 MB while it is processed. */
const limited = createLimiter(2)
/**
 * One picture at a time for each user and each company, so that a company waits for at most one picture of each other
 * company.
 */
const personLimiter = keyedLimiter(1, 20)
const companyLimiter = keyedLimiter(1, 60)
const SECONDS = 10

/** The user and company for whom a picture is processed. */
export interface PictureOwner {
  person: string
  company: string
}

/** A verified picture, with nothing else in the file. Its size is as displayed, after rotation. */
export interface Picture extends Size {
  bytes: Buffer
  owner: PictureOwner
}

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

/** Decodes base64, with or without a `data:` prefix. @throws `not_an_image`, `image_too_large` */
export function decodePicture(text: string): Buffer {
  const data = text.replace(/^data:[\w/+.-]*;base64,/, '')
  const refusal = fileError(Math.floor((data.length * 3) / 4) - 2)
  if (refusal) throw apiError(refusal.code, { params: refusal.params, field: 'data' })
  if (!BASE64.test(data)) throw apiError('not_an_image', { field: 'data' })
  return Buffer.from(data, 'base64')
}

/** Inspects a file by its content. @throws `not_an_image`, `image_too_large`, `too_many_pixels`, `image_too_complex` */
export async function openPicture(bytes: Buffer, owner: PictureOwner): Promise<Picture> {
  const refusal = fileError(bytes.length)
  if (refusal) throw apiError(refusal.code, { params: refusal.params, field: 'data' })
  const type = imageTypeOf(bytes)
  const whole = type && withoutTail(type, bytes)
  if (!whole) throw apiError('not_an_image', { field: 'data' })
  const picture = stripMetadata(type, whole)
  if (!picture) throw apiError('image_too_complex', { field: 'data' })
  const { autoOrient } = await assertReadable(owner, () => read(picture).metadata())
  const tooMany = sizeError(autoOrient, { canvas: null })
  if (tooMany) throw apiError(tooMany.code, { params: tooMany.params, field: 'data' })
  return { bytes: picture, owner, ...autoOrient }
}

/** The picture without the data after it; undefined if that data is not allowed. Only genuine JPEGs have such data. */
function withoutTail(type: ImageType, bytes: Buffer): Buffer | undefined {
  const end = imageEnd(type, bytes)
  if (end === bytes.length) return bytes
  return type === 'jpeg' && end < bytes.length && isHarmlessTrailingData(bytes.subarray(end)) ? bytes.subarray(0, end) : undefined
}

export interface StoredPicture {
  /** The name that rows store. */
  name: string
  /** The picture comes last: clients that know its name may request its previews. */
  files: { name: string; bytes: Buffer }[]
}

/** Re-encodes a picture at the size of its canvas and of the previews; only the pixels of the file remain. */
export async function renderStored(picture: Picture, field: ImageField | null, transparent: boolean): Promise<StoredPicture> {
  const whole = await assertReadable(picture.owner, () => {
    const drawn = read(picture.bytes).autoOrient().resize(resizeOptions(field))
    return (transparent ? drawn : drawn.flatten({ background: '#ffffff' })).webp({ quality: 86, effort: 4 }).toBuffer()
  })
  const name = `${createHash('sha256').update(whole).digest('hex')}.webp`
  const previews = []
  for (const side of previewSizes) {
    const small = read(whole).resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    previews.push({
      name: previewName(name, side),
      bytes: await assertReadable(picture.owner, () => small.webp({ quality: 82 }).toBuffer()),
    })
  }
  return { name, files: [...previews, { name, bytes: whole }] }
}

const resizeOptions = (field: ImageField | null): ResizeOptions =>
  field?.canvas
    ? { ...field.canvas, fit: 'cover' }
    : { ...size(field ? releaseCanvas : MAX_CANVAS), fit: 'inside', withoutEnlargement: true }
const size = ({ width, height }: Size): Size => ({ width, height })

/** A picture as a `data:` URL, with no side longer than `longest`. */
export async function toDataUrl({ bytes, owner }: Picture, longest: number): Promise<string> {
  const small = await assertReadable(owner, () =>
    read(bytes)
      .autoOrient()
      .resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 92, alphaQuality: 100 })
      .toBuffer(),
  )
  return `data:image/webp;base64,${small.toString('base64')}`
}

/** Opens the first picture of a file. Truncated or broken data is an error; it does not give half a picture. */
export const read = (bytes: Buffer): Sharp =>
  sharp(bytes, { limitInputPixels: MAX_MEGAPIXELS * 1_000_000, failOn: 'truncated', pages: 1 }).timeout({ seconds: SECONDS })

/**
 * Runs at most two tasks at once, and one per owner. Data that the library can't read is reported as not a picture.
 * @throws `rate_limited` if too many of the owner's tasks are waiting
 */
export async function assertReadable<T>({ person, company }: PictureOwner, work: () => Promise<T>): Promise<T> {
  try {
    return await personLimiter(person, () => companyLimiter(company, () => limited(work)))
  } catch (error) {
    if (isApiError(error)) throw error
    const tooMany = error instanceof Error && /pixel limit/.test(error.message)
    throw Object.assign(
      apiError(tooMany ? 'too_many_pixels' : 'not_an_image', {
        field: 'data',
        ...(tooMany ? { params: [MAX_MEGAPIXELS] } : {}),
      }),
      { cause: error },
    )
  }
}
