import { fileRefusal, type ImageField, type ImageRefusal, imageTypeOf, sizeRefusal } from '@tiffin/core/rules'
import type { Problem } from '@tiffin/core/screens'
import { errors } from '@tiffin/sdk/contract'

/** A picture that a person has chosen, at an address of this page alone. */
export interface PickedFile {
  url: string
  name: string
}

const wordsOf = ({ code, params }: ImageRefusal): Problem => ({ message: errors[code], params })
const notAnImage: Problem = { text: errors.not_an_image }

/** Looks at a chosen file as the server will: by its first bytes, its length and its size (IMG-01, IMG-02). */
export async function pickFile(file: File, field: ImageField): Promise<PickedFile | Problem> {
  const tooLarge = fileRefusal(file.size)
  if (tooLarge) return wordsOf(tooLarge)
  if (imageTypeOf(new Uint8Array(await file.slice(0, 32).arrayBuffer())) === undefined) return notAnImage
  const url = URL.createObjectURL(file)
  const image = await loadImage(url).catch(() => null)
  const refusal = image && sizeRefusal({ width: image.naturalWidth, height: image.naturalHeight }, field)
  if (image && !refusal) return { url, name: file.name }
  URL.revokeObjectURL(url)
  return refusal ? wordsOf(refusal) : notAnImage
}

/** Why a picture that is here already cannot be cut out of for a field; undefined when it can. */
export async function problemOfSource(url: string, field: ImageField): Promise<Problem | undefined> {
  const image = await loadImage(url).catch(() => null)
  if (!image) return notAnImage
  const refusal = sizeRefusal({ width: image.naturalWidth, height: image.naturalHeight }, field)
  return refusal ? wordsOf(refusal) : undefined
}

/** The picture of an address, once its size is known. */
export function loadImage(url: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const image = new Image()
    image.addEventListener('load', () => resolve(image))
    image.addEventListener('error', () => reject(new Error(errors.not_an_image)))
    image.src = url
  })
}
