import { fileError, type ImageField, type ImageError, imageTypeOf, sizeError } from '@tiffin/core/rules'
import type { Problem } from '@tiffin/core/screens'
import { errors } from '@tiffin/sdk/contract'

/** An image chosen by a user, at an object URL of this page. */
export interface PickedFile {
  url: string
  name: string
}

const problemOf = ({ code, params }: ImageError): Problem => ({ message: errors[code], params })
const notAnImage: Problem = { text: errors.not_an_image }

/** Checks a chosen file like the server: by first bytes, length and dimensions (IMG-01, IMG-02). */
export async function pickFile(file: File, field: ImageField): Promise<PickedFile | Problem> {
  const tooLarge = fileError(file.size)
  if (tooLarge) return problemOf(tooLarge)
  if (imageTypeOf(new Uint8Array(await file.slice(0, 32).arrayBuffer())) === undefined) return notAnImage
  const url = URL.createObjectURL(file)
  const image = await loadImage(url).catch(() => null)
  const refusal = image && sizeError({ width: image.naturalWidth, height: image.naturalHeight }, field)
  if (image && !refusal) return { url, name: file.name }
  URL.revokeObjectURL(url)
  return refusal ? problemOf(refusal) : notAnImage
}

/** Why a stored image can't be cropped for a field; undefined if it can. */
export async function problemOfSource(url: string, field: ImageField): Promise<Problem | undefined> {
  const image = await loadImage(url).catch(() => null)
  if (!image) return notAnImage
  const refusal = sizeError({ width: image.naturalWidth, height: image.naturalHeight }, field)
  return refusal ? problemOf(refusal) : undefined
}

/** The image of an address, once its size is known. */
export function loadImage(url: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const image = new Image()
    image.addEventListener('load', () => resolve(image))
    image.addEventListener('error', () => reject(new Error(errors.not_an_image)))
    image.src = url
  })
}
