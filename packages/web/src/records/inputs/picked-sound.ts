import { MAX_SOUND_SECONDS, soundFile, soundRates } from '@tiffin/core/rules'
import type { Problem } from '@tiffin/core/screens'
import { errors } from '@tiffin/sdk/contract'

/** Larger files are unsuitable as alarms and would block the tab. */
const MAX_BYTES = 10 * 1024 * 1024
const FULL_SCALE = 0x7fff

/** A sound that this browser can play, in the server's format: a data URL of a mono WAV (REF-05). */
export async function pickSound(file: File): Promise<{ data: string } | Problem> {
  if (file.size > MAX_BYTES) return { text: errors.image_too_large, params: [MAX_BYTES / 1024 / 1024] }
  const context = new OfflineAudioContext(1, 1, soundRates.default)
  const sound = await context.decodeAudioData(await file.arrayBuffer()).catch(() => null)
  if (!sound || sound.length === 0) return { text: errors.not_a_sound }
  if (sound.duration > MAX_SOUND_SECONDS) return { text: errors.sound_too_long, params: [MAX_SOUND_SECONDS] }
  const bytes = soundFile(samplesOf(sound), sound.sampleRate)
  return { data: await addressOf(new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'audio/wav' })) }
}

/** The average of all channels, as 16-bit samples. */
function samplesOf(sound: AudioBuffer): Uint8Array {
  const channels = Array.from({ length: sound.numberOfChannels }, (_, channel) => sound.getChannelData(channel))
  const samples = new DataView(new ArrayBuffer(sound.length * 2))
  for (let at = 0; at < sound.length; at += 1) {
    const mean = channels.reduce((sum, channel) => sum + (channel[at] ?? 0), 0) / channels.length
    samples.setInt16(at * 2, Math.round(Math.max(-1, Math.min(1, mean)) * FULL_SCALE), true)
  }
  return new Uint8Array(samples.buffer)
}

const addressOf = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.addEventListener('error', () => reject(reader.error ?? new Error("Can't read the file")))
    reader.readAsDataURL(blob)
  })
