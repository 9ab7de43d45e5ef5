import sharp from 'sharp'
import { apiError } from '@tiffin/sdk/contract'
import { assertReadable, type Picture, read } from '#content/picture'

/** Pictures are scaled down to this longest side; the background is detected in an even smaller copy. */
const MAX_SIDE = 2400
const DETECTION_SIDE = 800
/** Maximum colour distance from the background; black and white are 441 apart. */
const TOLERANCE = 36
/** If less than this share of the border has one colour, the background is not uniform. */
const MIN_UNIFORM_SHARE = 0.5

/**
 * Makes a uniform background transparent: everything of its colour that is connected to the border, with a soft edge. Areas of
 * that colour inside the picture stay. @throws `background_not_found`
 */
export async function removeUniformBackground(picture: Picture): Promise<Picture> {
  const whole = await assertReadable(picture.owner, () =>
    read(picture.bytes)
      .autoOrient()
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
      .ensureAlpha()
      .png()
      .toBuffer({ resolveWithObject: true }),
  )
  const small = await assertReadable(picture.owner, () =>
    read(whole.data)
      .resize({ width: DETECTION_SIDE, height: DETECTION_SIDE, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true }),
  )
  const { width, height } = whole.info
  const mask = uniformBackground(small.data, small.info.width, small.info.height)
  if (!mask) throw apiError('background_not_found', { field: 'data' })
  const data = await assertReadable(picture.owner, async () => {
    // The mask is a one-channel picture, used as the alpha channel for `dest-in`.
    const alpha = await sharp(mask, { raw: { width: small.info.width, height: small.info.height, channels: 1 } })
      .blur(0.8)
      .resize({ width, height, fit: 'fill' })
      .extractChannel(0)
      .raw()
      .toBuffer()
    const keep = await sharp({ create: { width, height, channels: 3, background: '#000000' } })
      .joinChannel(alpha, { raw: { width, height, channels: 1 } })
      .png()
      .toBuffer()
    return read(whole.data)
      .composite([{ input: keep, blend: 'dest-in' }])
      .png()
      .toBuffer()
  })
  return { bytes: data, owner: picture.owner, width, height }
}

/** 0 for each background pixel and 255 for others; null if the border has no dominant colour. `pixels` are RGB. */
export function uniformBackground(pixels: Uint8Array, width: number, height: number): Buffer | null {
  const border = [...borderOf(width, height)]
  const colour = [0, 1, 2].map((channel) => median(border.map((at) => pixels[at * 3 + channel] ?? 0)))
  const isLike = (at: number): boolean => {
    const [red = 0, green = 0, blue = 0] = [0, 1, 2].map((channel) => (pixels[at * 3 + channel] ?? 0) - (colour[channel] ?? 0))
    return red * red + green * green + blue * blue <= TOLERANCE * TOLERANCE
  }
  const seeds = border.filter(isLike)
  if (seeds.length < border.length * MIN_UNIFORM_SHARE) return null
  const mask = Buffer.alloc(width * height, 255)
  const reach = (at: number): void => {
    if (mask[at] === 0 || !isLike(at)) return
    mask[at] = 0
    reached.push(at)
  }
  const reached: number[] = []
  for (const seed of seeds) reach(seed)
  for (let at = reached.pop(); at !== undefined; at = reached.pop()) {
    const column = at % width
    if (column > 0) reach(at - 1)
    if (column < width - 1) reach(at + 1)
    if (at >= width) reach(at - width)
    if (at < width * (height - 1)) reach(at + width)
  }
  return mask
}

function* borderOf(width: number, height: number): Generator<number> {
  for (let column = 0; column < width; column += 1) {
    yield column
    yield (height - 1) * width + column
  }
  for (let line = 1; line < height - 1; line += 1) {
    yield line * width
    yield line * width + width - 1
  }
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
