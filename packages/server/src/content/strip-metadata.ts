import { inflateSync } from 'node:zlib'
import type { ImageType } from '@tiffin/core/rules'
import { endOfGifBlock, endOfScan, firstGifBlock, GIF_EXTENSION, GIF_IMAGE, GIF_TRAILER } from './image-end.ts'

/** Bytes of one colour profile or Exif block, unpacked; those of cameras have a few kB. */
const MAX_METADATA = 1_000_000
/** Segments of one file; a photo of 15 MB has a few hundred. */
const MAX_PARTS = 10_000
/** Scans of a progressive JPEG, each of which touches all pixels; encoders write about ten. */
const MAX_SCANS = 32

/**
 * Reduces a file to the data that its pixels need: size, colours, orientation. Other metadata is dropped later anyway, and
 * decoding it only takes time. Undefined if there are more segments than a genuine file has.
 */
export function stripMetadata(type: ImageType, bytes: Buffer): Buffer | undefined {
  const keepParts = keep[type]
  if (!keepParts) return bytes
  const parts = keepParts(bytes)
  return parts ? Buffer.concat(parts) : undefined
}

/** The segments to keep; null if there are too many. AVIF has no packed metadata that the library reads. */
const keep: Partial<Record<ImageType, (bytes: Buffer) => Buffer[] | null>> = {
  png: keepPngParts,
  jpeg: keepJpegParts,
  webp: keepWebpParts,
  gif: keepGifParts,
}

const pixelChunks: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND'])
/** Each of these chunks is kept at most once. */
const renderingChunks: ReadonlySet<string> = new Set(['pHYs', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'sBIT', 'eXIf', 'iCCP'])

function keepPngParts(bytes: Buffer): Buffer[] | null {
  const parts: Buffer[] = [bytes.subarray(0, 8)]
  const seen = new Set<string>()
  let count = 0
  for (let at = 8; at + 12 <= bytes.length;) {
    const end = at + 12 + bytes.readUInt32BE(at)
    const kind = bytes.toString('latin1', at + 4, at + 8)
    if ((count += 1) > MAX_PARTS) return null
    const isKept =
      pixelChunks.has(kind) || (renderingChunks.has(kind) && !seen.has(kind) && isSmall(kind, bytes.subarray(at + 8, end - 4)))
    if (isKept) parts.push(bytes.subarray(at, end))
    seen.add(kind)
    at = end
  }
  return parts
}

/** A profile is packed: name, zero, method, then a stream that may decompress to any size. */
function isSmall(kind: string, body: Buffer): boolean {
  if (kind !== 'iCCP') return body.length <= MAX_METADATA
  try {
    return inflateSync(body.subarray(body.indexOf(0) + 2), { maxOutputLength: MAX_METADATA }).length > 0
  } catch {
    return false
  }
}

function keepJpegParts(bytes: Buffer): Buffer[] | null {
  const parts: Buffer[] = [bytes.subarray(0, 2)]
  let [count, scans, profile] = [0, 0, 0]
  let hasExif = false
  for (let at = 2; at + 2 <= bytes.length;) {
    const marker = bytes.readUInt8(at + 1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    if ((count += 1) > MAX_PARTS) return null
    if (marker === 0xd9 || (marker >= 0xd0 && marker <= 0xd7)) {
      parts.push(bytes.subarray(at, at + 2))
      at += 2
      continue
    }
    let end = at + 2 + bytes.readUInt16BE(at + 2)
    const isScan = marker === 0xda
    if (isScan && (scans += 1) > MAX_SCANS) return null
    if (isScan) end = endOfScan(bytes, end)
    const body = bytes.subarray(at + 4, end)
    const isExif = marker === 0xe1 && !hasExif && body.toString('latin1', 0, 4) === 'Exif'
    const isProfile = marker === 0xe2 && body.toString('latin1', 0, 11) === 'ICC_PROFILE' && profile + body.length <= MAX_METADATA
    if (isExif) hasExif = true
    if (isProfile) profile += body.length
    const isApplication = (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe
    // JFIF and Adobe segments define how to interpret the colours.
    if (!isApplication || isExif || isProfile || marker === 0xe0 || marker === 0xee) parts.push(bytes.subarray(at, end))
    at = end
  }
  return parts
}

const webpChunks: ReadonlySet<string> = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF'])
const PROFILE_FLAG = 0x20
const EXIF_FLAG = 0x08
const XMP_FLAG = 0x04

function keepWebpParts(bytes: Buffer): Buffer[] | null {
  const head = Buffer.from(bytes.subarray(0, 12))
  const parts: Buffer[] = [head]
  const seen = new Set<string>()
  for (let at = 12, count = 1; at + 8 <= bytes.length; count += 1) {
    if (count > MAX_PARTS) return null
    const size = bytes.readUInt32LE(at + 4)
    const end = Math.min(at + 8 + size + (size % 2), bytes.length)
    const kind = bytes.toString('latin1', at, at + 4)
    const isSmallMetadata = ['ICCP', 'EXIF'].includes(kind) && !seen.has(kind) && size <= MAX_METADATA
    if (webpChunks.has(kind) || isSmallMetadata) parts.push(bytes.subarray(at, end))
    if (isSmallMetadata) seen.add(kind)
    at = end
  }
  const [, extended] = parts
  if (extended?.toString('latin1', 0, 4) === 'VP8X' && extended.length > 8) {
    const known = Buffer.from(extended)
    const dropped = XMP_FLAG | (seen.has('ICCP') ? 0 : PROFILE_FLAG) | (seen.has('EXIF') ? 0 : EXIF_FLAG)
    known.writeUInt8(known.readUInt8(8) & ~dropped & 0xff, 8)
    parts[1] = known
  }
  head.writeUInt32LE(
    parts.reduce((sum, part) => sum + part.length, -8),
    4,
  )
  return parts
}

const GRAPHIC_CONTROL = 0xf9

/** The first frame and its transparency. */
function keepGifParts(bytes: Buffer): Buffer[] | null {
  let at = firstGifBlock(bytes)
  const head = bytes.subarray(0, at)
  let control: Buffer = Buffer.alloc(0)
  let image: Buffer = Buffer.alloc(0)
  for (let count = 1; bytes.readUInt8(at) !== GIF_TRAILER; count += 1) {
    if (count > MAX_PARTS) return null
    const end = endOfGifBlock(bytes, at)
    const block = bytes.subarray(at, end)
    if (image.length === 0) {
      if (block[0] === GIF_IMAGE) image = block
      else if (block[0] === GIF_EXTENSION && block[1] === GRAPHIC_CONTROL) control = block
    }
    at = end
  }
  return [head, control, image, Buffer.of(GIF_TRAILER)]
}
