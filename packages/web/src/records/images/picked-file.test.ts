import { imageField } from '@tiffin/core/rules'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { pickFile, problemOfSource } from './picked-file.ts'

const sizes = { naturalWidth: 2000, naturalHeight: 2000 }
/** A browser that renders anything, as it would an SVG. */
class DrawnImage {
  naturalWidth = sizes.naturalWidth
  naturalHeight = sizes.naturalHeight
  #loaded = (): void => {}
  addEventListener(event: string, listener: () => void): void {
    if (event === 'load') this.#loaded = listener
  }
  set src(_address: string) {
    queueMicrotask(() => this.#loaded())
  }
}
beforeEach(() => void vi.stubGlobal('Image', DrawnImage))
afterEach(() => {
  vi.unstubAllGlobals()
  Object.assign(sizes, { naturalWidth: 2000, naturalHeight: 2000 })
})

const bytes = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const pick = (content: string, type: string) =>
  pickFile(new File([bytes(content)], 'logo.png', { type }), imageField('merchant', 'logo'))
const png = '\u0089PNG\r\n\u001a\n'

it.each([
  ['a document', '%PDF-1.7', 'application/pdf'],
  ['a document that calls itself a picture', '%PDF-1.7', 'image/png'],
  ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
  ['nothing', '', 'image/png'],
])('IMG-01: %s is refused as not an image', async (_what, content, type) => {
  expect(await pick(content, type)).toEqual({ text: 'Please select an image file' })
})

it('IMG-01: accepts an image regardless of its name', async () => {
  expect(await pick(png, 'text/plain')).toMatchObject({ name: 'logo.png' })
})

it('IMG-02: an image smaller than its canvas is refused with both sizes', async () => {
  Object.assign(sizes, { naturalWidth: 999, naturalHeight: 1000 })
  expect(await pick(png, 'image/png')).toEqual({
    message: 'Image is too small %1x%2, required %3x%4',
    params: [999, 1000, 1000, 1000],
  })
})

it('IMG-02: a stored image that is smaller than the canvas of a field is not cropped for it', async () => {
  const problem = () => problemOfSource('blob:stored', imageField('merchant', 'logo'))
  expect(await problem()).toBeUndefined()
  Object.assign(sizes, { naturalWidth: 999, naturalHeight: 1000 })
  expect(await problem()).toEqual({ message: 'Image is too small %1x%2, required %3x%4', params: [999, 1000, 1000, 1000] })
})
