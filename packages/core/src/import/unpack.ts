import { sheetError } from './sheet-error.ts'

const MAX_UNPACKED_MB = 200
const MAX_ENTRIES = 1000
export const MAX_REPEATED_CELLS = 2_000_000

/**
 * Unpacks a zip file within limits. Declared sizes are checked first; what an entry really unpacks to is counted, because the
 * declared size may be forged.
 * @throws `unpacks_too_large`, `password`, `damaged`
 */
export async function unpack(bytes: Uint8Array): Promise<Map<string, Uint8Array>> {
  const { configure, Uint8ArrayReader, ZipReader } = await import('@zip.js/zip.js')
  configure({ useWebWorkers: false })
  const reader = new ZipReader(new Uint8ArrayReader(bytes))
  const entries = await reader.getEntries({ strictness: 'balanced' }).catch(() => {
    throw sheetError('damaged')
  })
  const declared = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0)
  if (declared > MAX_UNPACKED_MB * 1e6 || entries.length > MAX_ENTRIES) throw sheetError('unpacks_too_large', [MAX_UNPACKED_MB])
  const unpacked = new Map<string, Uint8Array>()
  for (const entry of entries) {
    if (entry.directory) continue
    if (entry.encrypted) throw sheetError('password')
    const content = new Uint8Array(entry.uncompressedSize)
    let size = 0
    const sink = new WritableStream<Uint8Array>({
      write(part) {
        if (size + part.length > content.length) throw sheetError('damaged')
        content.set(part, size)
        size += part.length
      },
    })
    await entry.getData(sink, { checkSignature: true }).catch(() => {
      throw sheetError('damaged')
    })
    if (size !== content.length) throw sheetError('damaged')
    unpacked.set(entry.filename, content)
  }
  return unpacked
}

/** The tags of rows and cells as SheetJS recognises them: with any prefix, and those of the UOF format. */
const repeatable = /<(?:[^\s<>/!?:]+:)?(table-row|table-cell|行|数据)(?=[\s/>])(?:[^>"]|"[^"]*")*>/g

/**
 * An .ods file writes equal cells once, with a count. A few bytes could so become millions of cells.
 * @throws `too_many_cells`
 */
export function checkRepeats(content: string): void {
  let rows = 1
  let cells = 0
  for (const [tag, kind] of content.matchAll(repeatable)) {
    const counts = tag.matchAll(/-repeated="([^"]*)"/g)
    const repeats = Math.max(1, ...Array.from(counts, ([, count = '']) => Number(count) || Number.parseInt(count, 10) || 1))
    if (kind === 'table-row' || kind === '行') rows = repeats
    else if (!tag.endsWith('/>')) cells += rows * repeats
    if (cells > MAX_REPEATED_CELLS) throw sheetError('too_many_cells', [MAX_REPEATED_CELLS])
  }
}
