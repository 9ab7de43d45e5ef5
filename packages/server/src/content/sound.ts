import { createHash } from 'node:crypto'
import { MAX_SOUND_SECONDS, soundFile, soundRates } from '@tiffin/core/rules'
import { apiError } from '@tiffin/sdk/contract'

const BASE64 = /^[\w+/]*={0,2}$/
const refuse = () => apiError('not_a_sound', { field: 'data' })

/**
 * Rewrites the file around its samples, so that nothing else remains, and derives the name from its content.
 * @throws `not_a_sound`, `sound_too_long`
 */
export function readSound(text: string): { name: string; bytes: Buffer } {
  const data = text.replace(/^data:[\w/+.-]*;base64,/, '')
  if (!BASE64.test(data)) throw refuse()
  const { rate, samples } = samplesOf(Buffer.from(data, 'base64'))
  if (samples.length / 2 > MAX_SOUND_SECONDS * rate)
    throw apiError('sound_too_long', { params: [MAX_SOUND_SECONDS], field: 'data' })
  const bytes = Buffer.from(soundFile(samples, rate))
  return { name: `${createHash('sha256').update(bytes).digest('hex')}.wav`, bytes }
}

function samplesOf(file: Buffer): { rate: number; samples: Buffer } {
  if (file.length < 12 || file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WAVE') throw refuse()
  let rate = 0
  for (let at = 12; at + 8 <= file.length;) {
    const size = file.readUInt32LE(at + 4)
    const chunk = file.subarray(at + 8, at + 8 + size)
    if (chunk.length < size) throw refuse()
    const kind = file.toString('latin1', at, at + 4)
    if (kind === 'fmt ') rate = rateOf(chunk)
    if (kind === 'data') {
      if (rate === 0 || size === 0 || size % 2 !== 0) throw refuse()
      return { rate, samples: chunk }
    }
    at += 8 + size + (size % 2)
  }
  throw refuse()
}

function rateOf(format: Buffer): number {
  if (format.length < 16) throw refuse()
  const [kind, channels, rate, bits] = [
    format.readUInt16LE(0),
    format.readUInt16LE(2),
    format.readUInt32LE(4),
    format.readUInt16LE(14),
  ]
  if (kind !== 1 || channels !== 1 || bits !== 16 || rate < soundRates.min || rate > soundRates.max) throw refuse()
  return rate
}
