import type { Sound } from '@tiffin/core'

interface Tone {
  /** Hertz. */
  pitch: number
  /** Seconds from the start. */
  at: number
}

/** Told apart by ear, heard over a kitchen, and soon over (KDS-05): rising for what comes, falling for what goes. */
export const patterns: Readonly<Record<string, readonly Tone[]>> = {
  'builtin:alarm': [
    { pitch: 880, at: 0 },
    { pitch: 1175, at: 0.16 },
    { pitch: 880, at: 0.5 },
    { pitch: 1175, at: 0.66 },
  ],
  'builtin:new': [
    { pitch: 880, at: 0 },
    { pitch: 1175, at: 0.16 },
    { pitch: 1568, at: 0.32 },
  ],
  'builtin:changed': [
    { pitch: 988, at: 0 },
    { pitch: 988, at: 0.3 },
  ],
  'builtin:cancelled': [
    { pitch: 784, at: 0 },
    { pitch: 587, at: 0.18 },
    { pitch: 392, at: 0.36 },
    { pitch: 392, at: 0.6 },
  ],
  'builtin:late': [{ pitch: 523, at: 0 }],
  'builtin:message': [
    { pitch: 1319, at: 0 },
    { pitch: 1047, at: 0.12 },
  ],
}
const LENGTH = 0.15
const PEAK = { usual: 0.6, loud: 1 }
/** Seconds after which a loud one comes a second time. */
const AGAIN = 1

/** Alarms by Web Audio. Browsers keep quiet before the first touch or key, so that one wakes it (AMB-099). */
export function browserSound(log: (message: string, error?: unknown) => void): Sound {
  let audio: AudioContext | undefined
  const wake = (): void => void audio?.resume().catch(() => {})

  function open(): AudioContext {
    if (audio) return audio
    audio = new AudioContext()
    for (const name of ['pointerdown', 'keydown']) window.addEventListener(name, wake, { passive: true })
    return audio
  }

  function chime(context: AudioContext, source: string, loud: boolean): void {
    const once = patterns[source] ?? patterns['builtin:alarm'] ?? []
    const notes = loud ? [...once, ...once.map(({ pitch, at }) => ({ pitch, at: at + AGAIN }))] : once
    for (const { pitch, at } of notes) {
      const start = context.currentTime + at
      const tone = context.createOscillator()
      const loudness = context.createGain()
      tone.type = 'triangle'
      tone.frequency.value = pitch
      loudness.gain.setValueAtTime(0, start)
      loudness.gain.linearRampToValueAtTime(loud ? PEAK.loud : PEAK.usual, start + 0.01)
      loudness.gain.exponentialRampToValueAtTime(0.001, start + LENGTH)
      tone.connect(loudness).connect(context.destination)
      tone.start(start)
      tone.stop(start + LENGTH)
    }
  }

  return {
    alarm(source, loud = false) {
      try {
        if (source.startsWith('builtin:')) chime(open(), source, loud)
        else void new Audio(source).play().catch((error: unknown) => log('the sound could not be played', error))
      } catch (error) {
        log('the sound could not be played', error)
      }
    },
  }
}
