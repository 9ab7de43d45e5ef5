import sharp from 'sharp'

interface PictureOptions {
  width: number
  height: number
  type?: 'png' | 'jpeg' | 'webp' | 'gif' | 'avif'
  /** Draws a disc in the middle of a uniform background. */
  disc?: boolean
  background?: string
}

/** A real picture from a real encoder. */
export async function makePicture({
  width,
  height,
  type = 'png',
  disc = false,
  background = '#ffffff',
}: PictureOptions): Promise<Buffer> {
  const plain = sharp({ create: { width, height, channels: 4, background } })
  const drawn = disc ? plain.composite([{ input: await drawDisc(width, height) }]) : plain
  return drawn.toFormat(type).toBuffer()
}

async function drawDisc(width: number, height: number): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 4)
  const radius = Math.min(width, height) * 0.3
  for (let at = 0; at < width * height; at += 1) {
    const inside = Math.hypot((at % width) - width / 2, Math.floor(at / width) - height / 2) <= radius
    if (inside) pixels.set([0xc0, 0x39, 0x2b, 0xff], at * 4)
  }
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer()
}
