import { describe, expect, it } from 'vitest'
import { entities, errors } from '@tiffin/sdk/contract'
import { cropRatio, cropSteps, fileError, releaseCanvas, imageField, imageTypeOf, pictureUrl, sizeError } from './images.ts'

/** A field with square images and the given preview sizes, copied from the specification. */
const expectSquare = (table: string, field: string, canvas: number, list: number, inEditor = list): void => {
  const found = imageField(table, field)
  expect(found).toEqual({ canvas: { width: canvas, height: canvas }, list, editor: inEditor })
  expect(cropRatio(found)).toBe(1)
  expect(entities).toHaveProperty(`${table}.fields.${field}.kind`, 'image')
}

describe('pictures', () => {
  it('IMG-03: the picture of a tariff', () => expectSquare('tariff', 'img', 1000, 200))
  it('IMG-04: the logo of a company', () => expectSquare('company', 'logo', 1000, 200))
  it('IMG-05: the cover of a company', () => expectSquare('company', 'cover', 1200, 400))
  it('IMG-06: the logo of a merchant', () => expectSquare('merchant', 'logo', 1000, 200))
  it('IMG-07: the cover of a merchant', () => expectSquare('merchant', 'cover', 1200, 400))
  it('IMG-08: the photo of a courier', () => expectSquare('courier', 'img', 1000, 200))
  it('IMG-09 IMG-10: the photo of an administrator, in the profile too', () => expectSquare('admin', 'img', 500, 200))
  it('IMG-11: the picture of a category', () => expectSquare('merchant_type', 'img', 600, 300))
  it('IMG-11: the picture of a cuisine', () => expectSquare('cuisine', 'img', 600, 300))
  it('IMG-12: the picture of a banner', () => expectSquare('banner', 'img', 1000, 200))
  it('IMG-13: the photo of a customer, larger in the editor', () => expectSquare('user', 'img', 600, 200, 300))

  it('IMG-18 IMG-20: a field without a canvas is cropped to 4:3, within 300 by 750', () => {
    const icon = imageField('pay_type', 'icon')
    expect(icon.canvas).toBeNull()
    expect([cropRatio(icon), releaseCanvas.width, releaseCanvas.height]).toEqual([4 / 3, 300, 750])
    expect(sizeError({ width: 10, height: 10 }, icon)).toBeNull()
  })

  it('IMG-21: zooms by 0.01, moves by 1 and turns by 10 degrees', () => {
    expect(cropSteps).toEqual({ zoom: 0.01, move: 1, rotate: 10 })
  })

  it.each([
    [1000, 1000, null],
    [4000, 3000, null],
    [999, 1000, { code: 'image_too_small', params: [999, 1000, 1000, 1000] }],
    [1000, 10, { code: 'image_too_small', params: [1000, 10, 1000, 1000] }],
    [30_000, 30_000, { code: 'too_many_pixels', params: [64] }],
  ])('IMG-02: a logo of %i by %i gives %j', (width, height, refusal) => {
    expect(sizeError({ width, height }, imageField('merchant', 'logo'))).toEqual(refusal)
    expect(errors.image_too_small).toBe('Image is too small %1x%2, required %3x%4')
  })

  it('API-34: a file over 15 MB is refused before it is decoded', () => {
    expect(fileError(15 * 1024 * 1024)).toBeNull()
    expect(fileError(15 * 1024 * 1024 + 1)).toEqual({ code: 'image_too_large', params: [15] })
  })

  const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
  it.each([
    ['png', '\u0089PNG\r\n\u001a\n'],
    ['jpeg', '\u00ff\u00d8\u00ff\u00e0'],
    ['gif', 'GIF89a'],
    ['webp', 'RIFF....WEBPVP8 '],
    ['avif', '\0\0\0 ftypavif'],
    [undefined, '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    [undefined, '<?xml version="1.0"?><svg/>'],
    [undefined, '\0\0\0 ftypmp42'],
    [undefined, 'RIFF....WAVE'],
    [undefined, '%PDF-1.7'],
    [undefined, 'PNG'],
    [undefined, ''],
  ])('IMG-01: recognises %s by its first bytes %j', (type, start) => {
    expect(imageTypeOf(latin(start))).toBe(type)
    expect(errors.not_an_image).toBe('Please select an image file')
  })

  const name = `${'a'.repeat(64)}.webp`
  it.each([
    [name, undefined, `/content/${name}`],
    [name, 200, `/content/${'a'.repeat(64)}-200.webp`],
    ['old.png', 200, '/content/old.png'],
    ['../x', undefined, '/content/..%2Fx'],
    ['https://example.com/x.png', 200, 'https://example.com/x.png'],
  ] as const)('API-34: %s is served at its address', (stored, preview, url) => {
    expect(pictureUrl('/content/', stored, preview)).toBe(url)
  })
})
