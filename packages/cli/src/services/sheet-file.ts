import { createReadStream, existsSync } from 'node:fs'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { MAX_SHEET_MB, sheetRefusal, writeSheet } from '@tiffin/core/import'
import { notFound, wrongUsage } from '../failure.ts'
import { writeToFile } from './local-server.ts'

/** The bytes of a file, or of standard input with `-`; stops reading at the limit. */
export async function readBytes(file: string): Promise<Uint8Array> {
  if (file !== '-' && !existsSync(file)) throw notFound('File not found: %1', { params: [file] })
  const parts: Buffer[] = []
  let size = 0
  for await (const part of (file === '-' ? process.stdin : createReadStream(file)) as AsyncIterable<Buffer>) {
    parts.push(part)
    size += part.length
    if (size > MAX_SHEET_MB * 1e6) throw sheetRefusal('too_large', [Math.ceil(size / 1e6), MAX_SHEET_MB])
  }
  return Buffer.concat(parts)
}

/** The format of a sheet to write, by the end of its name. */
export function sheetFormat(file: string): 'xlsx' | 'csv' {
  const end = /\.(xlsx|csv)$/i.exec(file)?.[1]?.toLowerCase()
  if (end === 'xlsx' || end === 'csv') return end
  throw wrongUsage('The file name must end with .xlsx or .csv: %1', { params: [file] })
}

/** Writes a text file that appears under its name when it is complete. */
export const writeText = (file: string, overwrite: boolean, text: string): Promise<void> =>
  writeToFile(file, overwrite, (out) => pipeline(Readable.from([text]), out as Writable))

/** Writes a sheet that appears under its name when it is complete. */
export async function writeSheetFile(file: string, overwrite: boolean, rows: readonly (readonly string[])[]): Promise<void> {
  const bytes = await writeSheet(rows, sheetFormat(file))
  await writeToFile(file, overwrite, (out) => pipeline(Readable.from([bytes]), out as Writable))
}
