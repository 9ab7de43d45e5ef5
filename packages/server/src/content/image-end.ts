import type { ImageType } from '@tiffin/core/rules'

/**
 * Length of the picture at the start of a file in bytes; NaN if its structure is broken. Data after the picture makes
 * the file a polyglot: a picture to one program and a page or an archive to another.
 */
export function imageEnd(type: ImageType, bytes: Buffer): number {
  try {
    return ends[type](bytes)
  } catch {
    // A length points beyond the end of the file.
    return Number.NaN
  }
}

const ends: Readonly<Record<ImageType, (bytes: Buffer) => number>> = {
  png(bytes) {
    for (let at = 8; ;) {
      const kind = bytes.toString('latin1', at + 4, at + 8)
      at += 12 + bytes.readUInt32BE(at)
      if (kind === 'IEND') return at
    }
  },
  jpeg(bytes) {
    for (let at = 2; ;) {
      if (bytes.readUInt8(at) !== 0xff) return Number.NaN
      while (bytes.readUInt8(at) === 0xff) at += 1
      const marker = bytes.readUInt8(at)
      at += 1
      if (marker === 0xd9) return at
      if (marker >= 0xd0 && marker <= 0xd7) continue
      at += bytes.readUInt16BE(at)
      // A scan header is followed by data up to the next marker other than zero or restart.
      if (marker === 0xda) at = endOfScan(bytes, at)
    }
  },
  gif(bytes) {
    for (let at = firstGifBlock(bytes); ;) {
      if (bytes.readUInt8(at) === GIF_TRAILER) return at + 1
      at = endOfGifBlock(bytes, at)
    }
  },
  webp(bytes) {
    const size = bytes.readUInt32LE(4)
    return 8 + size + (size % 2)
  },
  avif(bytes) {
    let at = 0
    while (at < bytes.length) {
      const size = bytes.readUInt32BE(at)
      if (size === 0) return bytes.length
      const whole = size === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : size
      if (whole < 8) return Number.NaN
      at += whole
    }
    return at
  },
}

export const GIF_IMAGE = 0x2c
export const GIF_EXTENSION = 0x21
export const GIF_TRAILER = 0x3b

/** Offset of the first block of a GIF, after the header and its colour table. */
export const firstGifBlock = (bytes: Buffer): number => 13 + colours(bytes.readUInt8(10))

/** End of the image or extension that begins at `at`; NaN for any other block. */
export function endOfGifBlock(bytes: Buffer, at: number): number {
  const block = bytes.readUInt8(at)
  if (block === GIF_IMAGE) return endOfParts(bytes, at + 11 + colours(bytes.readUInt8(at + 9)))
  return block === GIF_EXTENSION ? endOfParts(bytes, at + 2) : Number.NaN
}

/** Size of a GIF colour table in bytes. */
const colours = (packed: number): number => ((packed & 0x80) === 0 ? 0 : 3 * (2 << (packed & 7)))

function endOfParts(bytes: Buffer, start: number): number {
  let at = start
  while (bytes.readUInt8(at) !== 0) at += 1 + bytes.readUInt8(at)
  return at + 1
}

/**
 * End of the JPEG scan data that begins at `start`; NaN if it is unterminated. Looks at each byte without a call: searching for
 * each 0xff takes seconds if all bytes are.
 */
export function endOfScan(bytes: Buffer, start: number): number {
  for (let at = start; at + 1 < bytes.length; at += 1) {
    if (bytes[at] !== 0xff) continue
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
  return Number.NaN
}

// Ends of archives, beginnings of documents, and markup that browsers and interpreters look for in text.
const programs =
  /PK\x05\x06|PK\x03\x04|Rar!\x1a\x07|7z\xbc\xaf\x27\x1c|%PDF-|<(?:!doctype|html|head|body|script|iframe|svg|\?php|\?xml)/i

/**
 * Whether the data after a picture is harmless. Phones append videos, a second picture or padding to JPEGs; this is cut
 * off and not inspected further. Videos can't be read as archives, so checking the other signatures is enough.
 */
export const isHarmlessTrailingData = (tail: Buffer): boolean => !programs.test(tail.toString('latin1'))
