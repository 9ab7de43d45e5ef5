import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import type { CellKind, WriteCell } from './cells.ts'
import { BLOCK, type Workbook } from './workbook.ts'

const text: WriteCell = (value) => (value === null || value === '' ? '' : JSON.stringify(String(value)))

/** Values as JSON texts; timestamps, which come as seconds, are written in UTC. */
export const lineCells: Record<CellKind, WriteCell> = {
  text,
  number: text,
  money: text,
  date: text,
  moment: (value) => (value === null || value === '' ? '' : JSON.stringify(isoOf(Number(value) * 1000))),
}

const isoOf = (ms: number): string => {
  const time = new Date(Math.round(ms))
  return Number.isNaN(time.getTime()) ? String(ms) : time.toISOString()
}

/**
 * Tables as lines of JSON, for programs and printing: `{"top": [texts], "columns": [{title, kind}]}` for each table, then an
 * array of texts for each row; `sums` is the number of last rows that are sums. Only data that its reader has not taken yet is in memory.
 */
export function createLines(signal: AbortSignal): Workbook {
  const output = new PassThrough({ highWaterMark: BLOCK })
  let block = ''
  async function flush(): Promise<void> {
    const part = block
    block = ''
    // An abort is reported by the signal itself.
    if (!output.write(part)) await once(output, 'drain', { signal }).catch(() => {})
    signal.throwIfAborted()
  }
  return {
    output,
    async sheet({ top, columns, sums }) {
      block += `${JSON.stringify({ top, columns: columns.map(({ title, kind }) => ({ title, kind })), sums })}\n`
      return {
        async add(rows, places) {
          for (const values of rows) {
            const cells = columns.map(({ write }, at) => write(values[places[at] as number] ?? null) || '""')
            block += `[${cells.join(',')}]\n`
            if (block.length >= BLOCK) await flush()
          }
        },
        end: flush,
      }
    },
    recurring: (value) => text(value),
    end: () => output.end(),
  }
}
