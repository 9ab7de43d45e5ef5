/** Maximum length of a sound, in seconds. A longer alarm would mask the next one. */
export const MAX_SOUND_SECONDS = 10
/** Samples per second. Consoles store at `default`; a higher rate makes no audible difference in a kitchen. */
export const soundRates = { min: 8000, default: 22_050, max: 48_000 } as const

const WAV_HEADER_BYTES = 44

/** A mono 16-bit WAV file. */
export function soundFile(samples: Uint8Array, rate: number): Uint8Array {
  const file = new Uint8Array(WAV_HEADER_BYTES + samples.length)
  const view = new DataView(file.buffer)
  const write = (at: number, text: string): void => file.set(new TextEncoder().encode(text), at)
  write(0, 'RIFF')
  view.setUint32(4, WAV_HEADER_BYTES - 8 + samples.length, true)
  write(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, rate, true)
  view.setUint32(28, rate * 2, true)
  view.setUint16(32, 2, true)
  view.setUint16(34, 16, true)
  write(36, 'data')
  view.setUint32(40, samples.length, true)
  file.set(samples, WAV_HEADER_BYTES)
  return file
}

/**
 * Where a sound is played from: stored sounds are in the folder `sounds`; built-in ones and addresses are returned
 * unchanged.
 */
export const soundUrl = (sounds: string, source: string): string =>
  /^(builtin:|https?:|data:|blob:|\/)/.test(source) ? source : `${sounds}${encodeURIComponent(source)}`
