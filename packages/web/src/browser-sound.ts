import type { Sound } from '@tiffin/core'

interface Tone {
  /** In hertz. */
  pitch: number
  /** In seconds from the start. */
  at: number
}

/** Distinct, audible in a kitchen, and short (KDS-05): rising for arrivals, falling for cancellations. */
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
const TONE_SECONDS = 0.15
const VOLUME = { normal: 0.6, loud: 1 }
/** Seconds after which a loud alarm repeats. */
const REPEAT_SECONDS = 1

/** If playback has not started within this time, the browser is waiting for a touch or key. */
const UNLOCK_MS = 500
const unlockEvents = ['pointerdown', 'keydown', 'click'] as const

/** The parts of the page that sounds need. */
export type SoundPage = Pick<Window, 'addEventListener'> & { AudioContext: typeof AudioContext; Audio: typeof Audio }

/**
 * Alarms through Web Audio. Browsers block sound before the first touch or key, which unlocks it. Alarms before that
 * are dropped, because many late alarms at once would mean nothing (AMB-099).
 */
export function browserSound(
  log: (message: string, error?: unknown) => void,
  page: SoundPage = window,
): Required<Pick<Sound, 'alarm' | 'watchBlocked'>> {
  let audio: AudioContext | undefined
  let blocked = false
  const listeners = new Set<(blocked: boolean) => void>()

  function emit(now: boolean): void {
    if (now === blocked) return
    blocked = now
    for (const listener of listeners) listener(now)
  }
  const open = (): AudioContext => (audio ??= new page.AudioContext())
  const failed = (error: unknown): void => log("can't play the sound", error)

  async function resumeContext(): Promise<void> {
    if (!blocked && audio?.state === 'running') return
    await open().resume()
    emit(false)
  }
  for (const name of unlockEvents) page.addEventListener(name, () => void resumeContext().catch(failed), { passive: true })

  /** Whether the browser can play now or within a moment. */
  async function canPlay(context: AudioContext): Promise<boolean> {
    if (context.state === 'running') return true
    const awake = await new Promise<boolean>((resolve, reject) => {
      setTimeout(() => resolve(false), UNLOCK_MS)
      context.resume().then(() => resolve(true), reject)
    })
    emit(!awake)
    return awake
  }

  async function play(source: string, loud: boolean): Promise<void> {
    if (source.startsWith('builtin:')) {
      if (await canPlay(open())) chime(open(), source, loud)
      return
    }
    try {
      await new page.Audio(source).play()
    } catch (error) {
      if ((error as Error | null)?.name !== 'NotAllowedError') throw error
      emit(true)
    }
  }

  function chime(context: AudioContext, source: string, loud: boolean): void {
    const once = patterns[source] ?? patterns['builtin:alarm'] ?? []
    const notes = loud ? [...once, ...once.map(({ pitch, at }) => ({ pitch, at: at + REPEAT_SECONDS }))] : once
    for (const { pitch, at } of notes) {
      const start = context.currentTime + at
      const tone = context.createOscillator()
      const loudness = context.createGain()
      tone.type = 'triangle'
      tone.frequency.value = pitch
      loudness.gain.setValueAtTime(0, start)
      loudness.gain.linearRampToValueAtTime(loud ? VOLUME.loud : VOLUME.normal, start + 0.01)
      loudness.gain.exponentialRampToValueAtTime(0.001, start + TONE_SECONDS)
      tone.connect(loudness).connect(context.destination)
      tone.start(start)
      tone.stop(start + TONE_SECONDS)
    }
  }

  return {
    alarm: (source, loud = false) => void play(source, loud).catch(failed),
    watchBlocked(onChange) {
      listeners.add(onChange)
      onChange(blocked)
      canPlay(open()).catch(failed)
      return () => listeners.delete(onChange)
    },
  }
}
