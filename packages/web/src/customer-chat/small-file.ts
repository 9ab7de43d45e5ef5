import type { ChatFile } from '@tiffin/sdk/contract'
import { readBase64 } from '../chat/read-base64.ts'

/** A customer's file travels inside a frame, so it must be small (AMB-253). */
export const MAX_BYTES = 170_000

/** The file for a message, pictures made smaller; undefined if it is too large. */
export async function smallFile(file: File): Promise<ChatFile | undefined> {
  const blob = file.type.startsWith('image/') && file.size > MAX_BYTES ? await shrink(file) : file
  if (!blob || blob.size > MAX_BYTES) return undefined
  return {
    flag: 1,
    name: file.name.slice(0, 255),
    type: blob.type || 'application/octet-stream',
    content: await readBase64(blob),
  }
}

async function shrink(file: File): Promise<Blob | undefined> {
  const picture = await createImageBitmap(file).catch(() => undefined)
  if (!picture) return undefined
  for (const side of [1600, 1200, 900, 600, 400]) {
    const scale = Math.min(1, side / Math.max(picture.width, picture.height))
    const canvas = new OffscreenCanvas(Math.max(1, picture.width * scale), Math.max(1, picture.height * scale))
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.75 })
    if (blob.size <= MAX_BYTES) return blob
  }
  return undefined
}
