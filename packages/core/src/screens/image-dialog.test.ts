import { describe, expect, it } from 'vitest'
import { apiError } from '@tiffin/sdk/contract'
import { createNotices } from '../notices/notices.ts'
import { stubClock } from '../session/stub-clock.ts'
import { createImageDialog, type DrawnPicture, type ImageWork } from './image-dialog.ts'

const picture: DrawnPicture = { filename: 'x.png', data: 'AAAA', width: 10, height: 10, transparent: true }

/** A dialog whose calls return the test's answers. */
function open(answer: (options: { signal: AbortSignal }) => Promise<string>) {
  const clock = stubClock()
  const notices = createNotices(clock)
  const call = async (_input: unknown, options: unknown) => {
    const text = await answer(options as { signal: AbortSignal })
    return { server_time: 1, data: { status: 'OK' as const, filename: text, file: text } }
  }
  const client = { Image: { save: call, removeBackground: call, generate: call } }
  const dialog = createImageDialog({ client, notices, clock })
  const phases: string[] = []
  dialog.store.subscribe((work: ImageWork) => phases.push(work.phase === 'loading' ? work.doing : work.phase))
  return {
    clock,
    dialog,
    phases,
    shown: () => notices.store.getState().notices.map(({ type, text, params }) => ({ type, text, params })),
  }
}
const tooSmall = apiError('image_too_small', { params: [1, 1, 5, 5] })

describe('the image dialog', () => {
  it('IMG-23: is idle, shows what it is loading, and is idle again', async () => {
    const { dialog, phases } = open(async () => 'name')
    expect(dialog.store.getState()).toEqual({ phase: 'idle' })
    expect(await dialog.save(async () => picture)).toBe('name')
    expect(await dialog.removeBackground(async () => picture)).toBe('name')
    expect(await dialog.generate('soup')).toBe('name')
    expect(phases).toEqual(['saving', 'idle', 'removing', 'idle', 'generating', 'idle'])
  })

  it('IMG-25 IMG-23: a failed save shows no notice; the dialog shows the reason and can be retried', async () => {
    let fails = true
    const { dialog, shown } = open(() => (fails ? Promise.reject(tooSmall) : Promise.resolve('name')))
    expect(await dialog.save(async () => picture)).toBeNull()
    expect(dialog.store.getState()).toEqual({
      phase: 'error',
      problem: { message: 'Image is too small %1x%2, required %3x%4', params: [1, 1, 5, 5] },
    })
    expect(shown()).toEqual([])
    fails = false
    expect(await dialog.save(async () => picture)).toBe('name')
    expect(dialog.store.getState()).toEqual({ phase: 'idle' })
  })

  it('IMG-24: retries drawing after a second, five times', async () => {
    const { clock, dialog, shown } = open(async () => 'name')
    let tries = 0
    const saved = dialog.save(async () => {
      tries += 1
      return tries > 3 ? picture : null
    })
    await clock.advance(0)
    for (let second = 0; second < 3; second += 1) {
      await clock.advance(999)
      expect(tries).toBe(second + 1)
      await clock.advance(1)
    }
    expect(await saved).toBe('name')
    let never = 0
    const lost = dialog.save(async () => {
      never += 1
      return null
    })
    for (let second = 0; second < 10; second += 1) await clock.advance(1000)
    expect(await lost).toBeNull()
    expect(never).toBe(6)
    expect(dialog.store.getState()).toEqual({ phase: 'error', problem: { text: "Can't process the image" } })
    expect(shown()).toEqual([])
  })

  it.each(['removeBackground', 'generate'] as const)(
    "IMG-26: a failed %s shows a notice with the server's message, and loading ends",
    async (name) => {
      const failures = [apiError('service_refused', { params: ['not nice'] }), new Error('out of paper')]
      const { dialog, shown } = open(() => Promise.reject(failures.shift() ?? new Error('again')))
      const work = () => (name === 'generate' ? dialog.generate('soup') : dialog.removeBackground(async () => picture))
      expect(await work()).toBeNull()
      expect(await work()).toBeNull()
      expect(shown()).toEqual([
        { type: 'negative', text: 'The service rejected the request: %1', params: ['not nice'] },
        { type: 'negative', text: 'out of paper', params: undefined },
      ])
      expect(dialog.store.getState()).toEqual({ phase: 'idle' })
    },
  )

  it('IMG-23: work can be stopped and then reports nothing more', async () => {
    const { dialog, shown } = open(
      ({ signal }) => new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(apiError('cancelled')))),
    )
    const drawing = dialog.generate('soup')
    expect(dialog.store.getState()).toEqual({ phase: 'loading', doing: 'generating' })
    dialog.stop()
    expect(await drawing).toBeNull()
    expect(dialog.store.getState()).toEqual({ phase: 'idle' })
    expect(shown()).toEqual([])
  })
})
