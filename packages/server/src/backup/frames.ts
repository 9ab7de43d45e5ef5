import { createHash } from 'node:crypto'
import { type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'

/**
 * A backup is one gzip stream of frames: a letter, the length of the payload in four bytes, the payload.
 * `H` header; for each table, `T` its columns, `D` chunks of COPY text, `E` its number of rows; `S` the sequences;
 * `F` the name of each stored picture, followed by its bytes in a `D`;
 * `Z` the SHA-256 of all earlier frames, so that a truncated or changed file is detected.
 */
export type FrameKind = 'H' | 'T' | 'D' | 'E' | 'S' | 'F' | 'Z'
export interface Frame {
  kind: FrameKind
  payload: Buffer
}

/** Previews wrote versions 1 and 2, whose tables today's migrations don't create. */
export const FORMAT_VERSION = 3

export interface BackupHeader {
  format: 'tiffin-backup'
  formatVersion: number
  /** Version of the last applied migration. */
  schema: number
  /** When the snapshot was taken. */
  created: string
  tables: string[]
  /** Partitions with their bounds, created before rows are inserted. */
  partitions: { name: string; parent: string; bound: string }[]
}
export interface TableStart {
  table: string
  columns: string[]
}
export interface TableEnd {
  table: string
  rows: number
}
export interface FileStart {
  name: string
  /** SHA-256 of its content; a preview image has the name of its picture. */
  sha256: string
}
export type Sequences = Record<string, string>
export interface BackupEnd {
  sha256: string
  tables: number
  rows: number
  files: number
}

const FRAME_HEADER_BYTES = 5
/** Longer than any chunk of COPY, and small enough that a corrupt length can't exhaust the memory. */
const MAX_PAYLOAD = 64 * 1024 * 1024

export function encodeFrame(kind: FrameKind, payload: Buffer | object): Buffer {
  const body = Buffer.isBuffer(payload) ? payload : Buffer.from(JSON.stringify(payload))
  const head = Buffer.alloc(FRAME_HEADER_BYTES)
  head.write(kind, 0, 'latin1')
  head.writeUInt32BE(body.length, 1)
  return Buffer.concat([head, body])
}

export const backupDamaged = (why: string, cause?: unknown): Error =>
  Object.assign(new Error(`The backup is damaged: ${why}. Nothing was changed; use another copy of the file.`, { cause }), {
    code: 'backup_damaged',
  })

/** Reads the frames of a compressed stream. Checks the format of each, and the final checksum over all of them. */
export async function* readFrames(compressed: Readable): AsyncGenerator<Frame> {
  const hash = createHash('sha256')
  let ended = false
  for await (const frame of split(inflate(compressed))) {
    if (ended) throw backupDamaged('something follows its end')
    if (frame.kind === 'Z') {
      ended = true
      const { sha256 } = readJson(frame) as BackupEnd
      if (sha256 !== hash.digest('hex')) throw backupDamaged('its checksum is another')
    } else hash.update(encodeFrame(frame.kind, frame.payload))
    yield frame
  }
  if (!ended) throw backupDamaged('its end is missing')
}

export function readJson(frame: Frame): unknown {
  try {
    return JSON.parse(frame.payload.toString('utf8'))
  } catch (error) {
    throw backupDamaged("can't read a part of it", error)
  }
}

async function* inflate(compressed: Readable): AsyncGenerator<Buffer> {
  const gunzip = createGunzip()
  compressed.on('error', (error) => gunzip.destroy(error))
  compressed.pipe(gunzip)
  try {
    for await (const chunk of gunzip) yield chunk as Buffer
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall !== undefined) throw error
    throw backupDamaged('it is cut off or no backup at all', error)
  }
}

async function* split(chunks: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let parts: Buffer[] = []
  let have = 0
  const take = (length: number): Buffer => {
    const all = parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts)
    parts = all.length > length ? [all.subarray(length)] : []
    have -= length
    return all.subarray(0, length)
  }
  let head: Buffer | undefined
  for await (const chunk of chunks) {
    parts.push(chunk)
    have += chunk.length
    for (;;) {
      if (!head) {
        if (have < FRAME_HEADER_BYTES) break
        head = take(FRAME_HEADER_BYTES)
      }
      const kind = head.toString('latin1', 0, 1)
      const length = head.readUInt32BE(1)
      if (!/^[HTDESFZ]$/.test(kind) || length > MAX_PAYLOAD) throw backupDamaged('it is no backup of Tiffin')
      if (have < length) break
      yield { kind: kind as FrameKind, payload: length === 0 ? Buffer.alloc(0) : take(length) }
      head = undefined
    }
  }
  if (head || have > 0) throw backupDamaged('it is cut off')
}
