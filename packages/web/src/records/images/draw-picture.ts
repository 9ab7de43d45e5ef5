import type { DrawnPicture } from '@tiffin/core/screens'
import { loadImage } from './picked-file.ts'

/** Longest side in pixels of an image sent for background removal. */
const MAX_SIDE = 2000

/** The contents of a canvas as a base64 PNG (API-34); null if it is empty. */
export async function drawCanvas(
  canvas: HTMLCanvasElement | null,
  about: Pick<DrawnPicture, 'filename' | 'field' | 'transparent'>,
): Promise<DrawnPicture | null> {
  if (!canvas || canvas.width === 0 || canvas.height === 0) return null
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) return null
  return { ...about, data: await base64(blob), width: canvas.width, height: canvas.height }
}

/** The complete image of an address, scaled down if it is too large for services. */
export async function drawFullImage(url: string, filename: string): Promise<DrawnPicture | null> {
  const image = await loadImage(url)
  const scale = Math.min(1, MAX_SIDE / Math.max(image.naturalWidth, image.naturalHeight))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(image.naturalWidth * scale)
  canvas.height = Math.round(image.naturalHeight * scale)
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return drawCanvas(canvas, { filename, transparent: true })
}

function base64(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve((reader.result as string).replace(/^[^,]*,/, '')))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable')))
    reader.readAsDataURL(blob)
  })
}
