import { createBitmap, type RasterLine, setPixel } from '@tiffin/core/receipt'

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/

/** Draws lines in scripts that no code page has, with this computer's fonts. */
export const createBrowserRaster =
  (): RasterLine =>
  (text, { bold, align, cell }, dots) => {
    const bitmap = createBitmap(dots.width, dots.height)
    const canvas = Object.assign(document.createElement('canvas'), dots)
    const context = canvas.getContext('2d', { willReadFrequently: true })
    if (!context) return bitmap
    context.font = `${bold ? 700 : 400} ${Math.round(cell.height * 0.85)}px system-ui, sans-serif`
    context.direction = rightToLeft.test(text) ? 'rtl' : 'ltr'
    context.textAlign = align
    // Stretches double-width, single-height lines, and condenses lines that are too wide.
    const stretch = cell.width / (cell.height / 2)
    const scale = Math.min(stretch, dots.width / Math.max(1, context.measureText(text).width))
    context.scale(scale, 1)
    const place = { left: 0, center: dots.width / 2, right: dots.width }[align]
    context.fillText(text, place / scale, cell.height * 0.88)
    const { data } = context.getImageData(0, 0, dots.width, dots.height)
    // The background is transparent, so opaque pixels are black.
    for (let y = 0; y < dots.height; y++)
      for (let x = 0; x < dots.width; x++) if ((data[(y * dots.width + x) * 4 + 3] ?? 0) >= 128) setPixel(bitmap, x, y)
    return bitmap
  }
