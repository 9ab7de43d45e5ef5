import { sheetRefusal } from './refusal.ts'

const MAX_UNPACKED_MB = 200
const MAX_ENTRIES = 1000
const MAX_REPEATED_CELLS = 2_000_000

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
    throw sheetRefusal('damaged')
  })
  const declared = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0)
  if (declared > MAX_UNPACKED_MB * 1e6 || entries.length > MAX_ENTRIES) throw sheetRefusal('unpacks_too_large', [MAX_UNPACKED_MB])
  const unpacked = new Map<string, Uint8Array>()
  for (const entry of entries) {
    if (entry.directory) continue
    if (entry.encrypted) throw sheetRefusal('password')
    const content = new Uint8Array(entry.uncompressedSize)
    let size = 0
    const sink = new WritableStream<Uint8Array>({
      write(part) {
        if (size + part.length > content.length) throw sheetRefusal('damaged')
        content.set(part, size)
        size += part.length
      },
    })
    await entry.getData(sink, { checkSignature: true }).catch(() => {
      throw sheetRefusal('damaged')
    })
    if (size !== content.length) throw sheetRefusal('damaged')
    unpacked.set(entry.filename, content)
  }
  return unpacked
}

/**
 * An .ods file writes equal cells once, with a count. A few bytes could so become millions of cells.
 * @throws `too_many_cells`
 */
export function checkRepeats(content: string): void {
  let rows = 1
  let cells = 0
  for (const [tag, kind] of content.matchAll(/<table:table-(row|cell)\b[^>]*>/g)) {
    const repeats = Number(/number-(?:rows|columns)-repeated="(\d+)"/.exec(tag)?.[1] ?? 1)
    if (kind === 'row') rows = repeats
    else if (!tag.endsWith('/>')) cells += rows * repeats
    if (cells > MAX_REPEATED_CELLS) throw sheetRefusal('too_many_cells', [MAX_REPEATED_CELLS])
  }
}
