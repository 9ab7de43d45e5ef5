import type { Writable } from 'node:stream'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { actorOf } from '@tiffin/core'
import { readableFields } from '@tiffin/core/rules'
import { exportColumns, fetchExport } from '@tiffin/core/screens'
import type { Entity, ExportParams } from '@tiffin/sdk/contract'
import type { Call } from '../call.ts'
import type { Connection } from '../connection.ts'
import { wrongUsage } from '../failure.ts'
import { readList } from '../global-options.ts'
import { createProgress } from '../progress.ts'
import type { Result } from '../results/result.ts'
import { findEntity, findField, wireFields } from './find-entity.ts'
import { writeToFile, writeToOutput } from './local-server.ts'
import { queryOf, type ListOptions } from './read-rows.ts'
import { csvHeading, type TextFormat, textFormats, valuePath, withColumns, writeRows } from './write-rows.ts'

export interface ExportOptions extends ListOptions {
  out?: string
  /** The fields, by another name. */
  columns?: string
  raw?: boolean
}

/** The format by the end of the file's name; for standard output and the default name, the one of `--format`. */
function exportFormat({ out, format }: Call<ExportOptions>['options']): 'xlsx' | TextFormat {
  const extension = out === undefined || out === '-' ? format : /\.(\w+)$/.exec(out)?.[1]?.toLowerCase()
  return textFormats.find((textFormat) => textFormat === extension) ?? 'xlsx'
}

/** Streams the rows of an entity that match the filters into a sheet (API-24), or into a text file. */
export async function exportRows(call: Call<ExportOptions>): Promise<Result | void> {
  const { options, args, t } = call
  const entity = findEntity(args[0] ?? '')
  const format = exportFormat(options)
  const file = options.out ?? `${entity.name}.${format}`
  checkTarget(call, file)
  if (options.raw === true && format !== 'csv') throw wrongUsage('%1 is only for csv files', { params: ['--raw'] })
  const { fields: extension, columns: alias, ...listed } = options
  const fields = extension ?? alias
  const connection = await call.connect()
  const { join: _unasked, ...query } = await queryOf(connection, entity, listed, 0)
  const columns = fields === undefined ? await allFields(connection, entity) : pathsOf(entity, fields)
  if (format !== 'xlsx') {
    const source = {
      connection,
      query: withColumns(entity, query, columns),
      columns: columns.map((path) => ({
        ...valuePath(entity, path),
        ...(format === 'csv' ? { name: csvHeading(entity, path, connection.lang) } : {}),
      })),
    }
    return saveExport(call, file, (out, way) => writeRows(out, format, { ...source, ...way, raw: options.raw === true }))
  }
  return saveSheet(call, connection, file, {
    tables: [query],
    columns: exportColumns(entity, columns, t),
    filters: [...(options.where ?? []), ...(options.search === undefined ? [] : [options.search])],
  })
}

/** Refuses, before anything is read, a sheet that can't be written. */
export function checkTarget({ io, options }: Pick<Call<object>, 'io' | 'options'>, file: string, command = 'export'): void {
  if (file === '-' && io.outIsTerminal) throw wrongUsage("Can't write a sheet to a terminal: set a file with --out")
  if (options.dryRun === true) throw wrongUsage("%1 can't be used with %2", { params: ['--dry-run', command] })
}

/** Saves an export in a file; `-` is standard output. */
export async function saveSheet(
  call: Pick<Call<object>, 'io' | 'options' | 't'>,
  connection: Connection,
  file: string,
  params: ExportParams,
): Promise<Result | void> {
  return saveExport(call, file, async (out, { signal, report }) => {
    const { stream } = await fetchExport(connection.client, params, { company: undefined, signal, onProgress: report })
    await pipeline(Readable.fromWeb(stream as ReadableStream), out)
  })
}

interface Received {
  rows: number
  bytes: number
}

/** Runs `write` with a file that appears when it is complete, and shows its progress. */
async function saveExport(
  { io, options, t }: Pick<Call<object>, 'io' | 'options' | 't'>,
  file: string,
  write: (out: Writable, way: { signal: AbortSignal; report: (now: Received) => void }) => Promise<void>,
): Promise<Result | void> {
  const progress = createProgress(io)
  const leaving = new AbortController()
  const leave = (): void => leaving.abort()
  // An incomplete file is deleted before the command ends, even after repeated signals, and if its terminal was closed.
  process.on('SIGINT', leave).on('SIGTERM', leave).on('SIGHUP', leave)
  try {
    let received = { rows: 0, bytes: 0 }
    const report = (now: Received): void => {
      received = now
      progress.show(t('Export: %1 rows, %2 MB', [now.rows, (now.bytes / 1e6).toFixed(1)]))
    }
    const run = (out: NodeJS.WritableStream): Promise<void> => write(out as Writable, { signal: leaving.signal, report })
    await (file === '-' ? writeToOutput(run) : writeToFile(file, options.yes === true, run))
    progress.end()
    const remark = t('Exported: %1 rows, %2 MB', [received.rows, (received.bytes / 1e6).toFixed(1)])
    if (file !== '-') return { rows: [{ file, ...received }], single: true, remarks: [remark] }
    io.err(`${remark}\n`)
  } finally {
    progress.end()
    process.off('SIGINT', leave).off('SIGTERM', leave).off('SIGHUP', leave)
  }
}

/** Fields that the user may read. */
async function allFields(connection: Connection, entity: Entity): Promise<string[]> {
  const actor = actorOf(await connection.user())
  const readable = [...readableFields(actor, entity)].filter((name) => name !== 'revision')
  return wireFields(entity, readable, [...new Set(['en', ...actor.dictionary_edit])])
}

/** Fields and `reference.field` of joined rows, in the given order. */
const pathsOf = (entity: Entity, fields: string): string[] =>
  readList(fields).map((path) => {
    const [first = '', ...rest] = path.split('.')
    return [findField(entity, first)[0], ...rest].join('.')
  })
