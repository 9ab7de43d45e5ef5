import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createBitmap, type RasterLine, setPixel } from '@tiffin/core/receipt'

const require = createRequire(import.meta.url)

// In order of preference; each is split into files by characters, and only the needed files are read.
const fonts = [
  { name: 'noto-sans', metadata: () => require.resolve('@fontsource-variable/noto-sans/unicode.json') },
  { name: 'noto-sans-georgian', metadata: () => require.resolve('@fontsource-variable/noto-sans-georgian/unicode.json') },
  { name: 'noto-sans-arabic', metadata: () => require.resolve('@fontsource-variable/noto-sans-arabic/unicode.json') },
  { name: 'noto-sans-hebrew', metadata: () => require.resolve('@fontsource-variable/noto-sans-hebrew/unicode.json') },
  { name: 'noto-sans-armenian', metadata: () => require.resolve('@fontsource-variable/noto-sans-armenian/unicode.json') },
  { name: 'noto-sans-thai', metadata: () => require.resolve('@fontsource-variable/noto-sans-thai/unicode.json') },
  { name: 'noto-sans-sc', metadata: () => require.resolve('@fontsource-variable/noto-sans-sc/unicode.json') },
  { name: 'noto-sans-kr', metadata: () => require.resolve('@fontsource-variable/noto-sans-kr/unicode.json') },
  { name: 'noto-emoji', metadata: () => require.resolve('@fontsource-variable/noto-emoji/unicode.json') },
] as const

interface FontFile {
  family: string
  path: string
  ranges: readonly (readonly [number, number])[]
}

const parseRanges = (text: string): [number, number][] =>
  text.split(',').map((range) => {
    const [first = '', last = first] = range.trim().slice(2).split('-')
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
  })

/** Those of the installed fonts: they are optional packages. */
function readFontFiles(): FontFile[] {
  return fonts.flatMap(({ name, metadata }) => {
    let path
    try {
      path = metadata()
    } catch {
      return []
    }
    const subsets = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>
    return Object.entries(subsets).map(([subset, ranges]) => {
      const family = `${name}-${subset.replaceAll(/[[\]]/g, '')}`
      return { family, path: join(dirname(path), 'files', `${family}-wght-normal.woff2`), ranges: parseRanges(ranges) }
    })
  })
}

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/

/**
 * Draws lines in scripts that no code page has: Georgian, Arabic, Chinese and many more. Loads its fonts when called. Undefined
 * if the package that draws is not installed.
 */
export async function createRaster(): Promise<RasterLine | undefined> {
  const canvas = await import('@napi-rs/canvas').catch(() => undefined)
  if (!canvas) return undefined
  const { createCanvas, GlobalFonts } = canvas
  const files = readFontFiles()
  const loaded = new Set<string>()

  /** Font families with the characters of a text, read from disk on first use. */
  function familiesFor(text: string): string[] {
    const families = new Set<string>()
    for (const character of text) {
      const code = character.codePointAt(0) ?? 0
      // Uses all of them: a font may declare characters that it lacks, which the next font then draws.
      for (const file of files.filter(({ ranges }) => ranges.some(([first, last]) => code >= first && code <= last))) {
        if (!loaded.has(file.family)) {
          GlobalFonts.registerFromPath(file.path, file.family)
          loaded.add(file.family)
        }
        families.add(file.family)
      }
    }
    return [...families]
  }

  return (text, { bold, align, cell }, dots) => {
    const bitmap = createBitmap(dots.width, dots.height)
    const canvas = createCanvas(dots.width, dots.height)
    const context = canvas.getContext('2d')
    context.fillStyle = '#fff'
    context.fillRect(0, 0, dots.width, dots.height)
    context.fillStyle = '#000'
    const size = Math.round(cell.height * 0.85)
    const families = familiesFor(text).map((family) => `"${family}"`)
    context.font = `${bold ? 700 : 400} ${size}px ${[...families, 'sans-serif'].join(', ')}`
    context.direction = rightToLeft.test(text) ? 'rtl' : 'ltr'
    context.textAlign = align
    context.textBaseline = 'alphabetic'
    // Stretches a double-width, single-height line, and condenses a line that is too wide.
    const stretch = cell.width / (cell.height / 2)
    const scale = Math.min(stretch, dots.width / Math.max(1, context.measureText(text).width))
    context.scale(scale, 1)
    const place = { left: 0, center: dots.width / 2, right: dots.width }[align]
    context.fillText(text, place / scale, cell.height * 0.88)
    const { data } = context.getImageData(0, 0, dots.width, dots.height)
    for (let y = 0; y < dots.height; y++)
      for (let x = 0; x < dots.width; x++) if ((data[(y * dots.width + x) * 4] ?? 255) < 128) setPixel(bitmap, x, y)
    return bitmap
  }
}
