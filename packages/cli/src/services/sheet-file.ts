import { createReadStream, existsSync, statSync } from 'node:fs'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { MAX_SHEET_MB, sheetError, writeSheet } from '@tiffin/core/import'
import { exitCodes, failure, notFound, wrongUsage } from '../failure.ts'
import { writeErrorAdvice } from '../write-error-advice.ts'
import { writeToFile } from './local-server.ts'

/** The bytes of a file, or of standard input with `-`; stops reading at the limit. */
export async function readBytes(file: string): Promise<Uint8Array> {
  if (file !== '-' && !existsSync(file)) throw notFound('File not found: %1', { params: [file] })
  const found = file === '-' ? undefined : statSync(file)
  if (found?.isDirectory())
    throw failure(exitCodes.failed, 'file_not_read')("Can't read the file %1", {
      params: [file],
      next: [writeErrorAdvice['EISDIR']],
    })
  const tooLarge = (bytes: number) => sheetError('too_large', [Math.ceil(bytes / 1e6), MAX_SHEET_MB])
  if (found && found.size > MAX_SHEET_MB * 1e6) throw tooLarge(found.size)
  const parts: Buffer[] = []
  let size = 0
  for await (const part of (file === '-' ? process.stdin : createReadStream(file)) as AsyncIterable<Buffer>) {
    parts.push(part)
    size += part.length
    if (size > MAX_SHEET_MB * 1e6) throw tooLarge(size)
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
