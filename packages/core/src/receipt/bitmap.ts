/**
 * Black and white pixels, rows from the top, eight pixels per byte with the leftmost in the highest bit; each row
 * starts a new byte.
 */
export interface Bitmap {
  width: number
  height: number
  data: Uint8Array
}

export interface RasterStyle {
  bold: boolean
  align: 'left' | 'center' | 'right'
  /** Pixels per character cell, including double size. */
  cell: { width: number; height: number }
}

/** Draws one text black on white into `dots`; text that is too wide is condensed, never cut off. */
export type RasterLine = (text: string, style: RasterStyle, dots: { width: number; height: number }) => Bitmap

export const createBitmap = (width: number, height: number): Bitmap => ({
  width,
  height,
  data: new Uint8Array(Math.ceil(width / 8) * height),
})

const place = (bitmap: Bitmap, x: number, y: number): [number, number] => [
  y * Math.ceil(bitmap.width / 8) + (x >> 3),
  0x80 >> (x & 7),
]

export function isBlack(bitmap: Bitmap, x: number, y: number): boolean {
  if (x >= bitmap.width || y >= bitmap.height) return false
  const [index, bit] = place(bitmap, x, y)
  return ((bitmap.data[index] ?? 0) & bit) !== 0
}

export function setPixel(bitmap: Bitmap, x: number, y: number): void {
  const [index, bit] = place(bitmap, x, y)
  bitmap.data[index] = (bitmap.data[index] ?? 0) | bit
}
