import { createHash } from 'node:crypto'
import { type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'

/**
 * A backup is one gzip stream of frames: a letter, the length of the payload in four bytes, the payload.
 * `H` what it is, then for each table `T` its columns, `D` pieces of COPY text, `E` its number of rows; `S` the sequences,
 * `F` the name of each stored picture with its bytes in a `D`; and
 * `Z` with the SHA-256 of all frames before it, so that neither a cut nor a changed file passes for whole.
 */
export type FrameKind = 'H' | 'T' | 'D' | 'E' | 'S' | 'F' | 'Z'
export interface Frame {
  kind: FrameKind
  payload: Buffer
}

/** Previews wrote 1 and 2, whose tables no migration of today makes. */
export const FORMAT_VERSION = 3

export interface BackupHeader {
  format: 'tiffin-backup'
  formatVersion: number
  /** Version of the last migration that the database had. */
  schema: number
  /** When the snapshot was taken. */
  created: string
  tables: string[]
  /** Partitions with their bounds, made before rows go into them. */
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
  /** Of its content; a preview's name is that of its picture. */
  sha256: string
}
export type Sequences = Record<string, string>
export interface BackupEnd {
  sha256: string
  tables: number
  rows: number
  files: number
}

const HEAD = 5
/** Longer than any piece that COPY gives, and short enough that a damaged length asks for no absurd memory. */
const LONGEST = 64 * 1024 * 1024

export function encodeFrame(kind: FrameKind, payload: Buffer | object): Buffer {
  const body = Buffer.isBuffer(payload) ? payload : Buffer.from(JSON.stringify(payload))
  const head = Buffer.alloc(HEAD)
  head.write(kind, 0, 'latin1')
  head.writeUInt32BE(body.length, 1)
  return Buffer.concat([head, body])
}

export const backupDamaged = (why: string, cause?: unknown): Error =>
  Object.assign(new Error(`The backup is damaged: ${why}. Nothing was changed; use another copy of the file.`, { cause }), {
    code: 'backup_damaged',
  })

/** The frames of a compressed stream, each checked for its form, and all against the checksum of the last. */
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
    throw backupDamaged('a part of it cannot be read', error)
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
        if (have < HEAD) break
        head = take(HEAD)
      }
      const kind = head.toString('latin1', 0, 1)
      const length = head.readUInt32BE(1)
      if (!/^[HTDESFZ]$/.test(kind) || length > LONGEST) throw backupDamaged('it is no backup of Tiffin')
      if (have < length) break
      yield { kind: kind as FrameKind, payload: length === 0 ? Buffer.alloc(0) : take(length) }
      head = undefined
    }
  }
  if (head || have > 0) throw backupDamaged('it is cut off')
}
