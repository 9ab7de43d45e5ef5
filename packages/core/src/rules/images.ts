import type { ErrorCode } from '@tiffin/sdk/contract'

export type ImageType = 'png' | 'jpeg' | 'webp' | 'gif' | 'avif'

/** Maximum file size in MB (AMB-193). */
export const MAX_IMAGE_MB = 15
/** Maximum number of megapixels: a small file can decode to more than a machine's memory. */
export const MAX_MEGAPIXELS = 64
/** Sides of the previews made of every stored image, so that the image fits any field that uses it. */
export const previewSizes = [200, 300, 400] as const
export type PreviewSize = (typeof previewSizes)[number]

export interface Size {
  width: number
  height: number
}

export interface ImageField {
  /** The stored size; a smaller image is refused. Null if the specification gives none: any size is accepted. */
  canvas: Size | null
  /** Side of the image in lists; IMG-13 uses a second size in the editor. */
  list: PreviewSize
  editor: PreviewSize
}

const square = (side: number, list: PreviewSize, editor: PreviewSize = list): ImageField => ({
  canvas: { width: side, height: side },
  list,
  editor,
})

/** Sizes by field (IMG-03 to 13); fields without their own preview use the smallest that fits. */
const imageFields: Readonly<Record<string, ImageField>> = {
  'tariff.img': square(1000, 200),
  'company.logo': square(1000, 200),
  'company.cover': square(1200, 400),
  'merchant.logo': square(1000, 200),
  'merchant.cover': square(1200, 400),
  'courier.img': square(1000, 200),
  'admin.img': square(500, 200),
  'merchant_type.img': square(600, 300),
  'cuisine.img': square(600, 300),
  'banner.img': square(1000, 200),
  'user.img': square(600, 200, 300),
}
const anyImage: ImageField = { canvas: null, list: 200, editor: 300 }

/** The largest canvas; the limit for images of fields without one. */
export const MAX_CANVAS: Size = { width: 1200, height: 1200 }
/** For fields without a canvas: the box that the image is stored within, and its aspect ratio (IMG-18, IMG-20, AMB-191). */
export const releaseCanvas: Size & { ratio: number } = { width: 300, height: 750, ratio: 4 / 3 }

/** Image sizes of `table.field`. */
export const imageField = (table: string, field: string): ImageField => imageFields[`${table}.${field}`] ?? anyImage

/** Aspect ratio of the crop for a field. */
export const cropRatio = ({ canvas }: ImageField): number => (canvas ? canvas.width / canvas.height : releaseCanvas.ratio)

const text = (bytes: Uint8Array, from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to))
const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean => start.every((byte, at) => bytes[at] === byte)

/**
 * Detects a file's type from its first bytes, ignoring its name. Undefined for unsupported types, including SVG
 * (IMG-01).
 */
export function imageTypeOf(bytes: Uint8Array): ImageType | undefined {
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png'
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'jpeg'
  if (['GIF87a', 'GIF89a'].includes(text(bytes, 0, 6))) return 'gif'
  if (text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 12) === 'WEBP') return 'webp'
  if (text(bytes, 4, 8) === 'ftyp' && ['avif', 'avis'].includes(text(bytes, 8, 12))) return 'avif'
  return undefined
}

export interface ImageError {
  code: ErrorCode
  params: (string | number)[]
}

/** Why a file of this size is refused, checked before it is decoded. */
export const fileError = (bytes: number): ImageError | null =>
  bytes > MAX_IMAGE_MB * 1024 * 1024 ? { code: 'image_too_large', params: [MAX_IMAGE_MB] } : null

/** Why an image of these dimensions is refused for a field (IMG-02). */
export function sizeError({ width, height }: Size, { canvas }: Pick<ImageField, 'canvas'>): ImageError | null {
  if (width * height > MAX_MEGAPIXELS * 1_000_000) return { code: 'too_many_pixels', params: [MAX_MEGAPIXELS] }
  if (canvas && (width < canvas.width || height < canvas.height))
    return { code: 'image_too_small', params: [width, height, canvas.width, canvas.height] }
  return null
}

/** Steps of the crop dialog: factor, pixels and degrees (IMG-21). */
export const cropSteps = { zoom: 0.01, move: 1, rotate: 10 } as const

const STORED = /^[0-9a-f]{64}\.webp$/

/** File name of a stored image's preview. */
export const previewName = (name: string, size: PreviewSize): string => name.replace(/\.webp$/, `-${size}.webp`)

/**
 * Address of a stored image or its preview in the folder `content`; addresses and other names are returned unchanged.
 */
export function pictureUrl(content: string, name: string, preview?: PreviewSize): string {
  if (/^(https?:|data:|blob:|\/)/.test(name)) return name
  return `${content}${encodeURIComponent(preview !== undefined && STORED.test(name) ? previewName(name, preview) : name)}`
}
