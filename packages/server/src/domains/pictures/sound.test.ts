import { createHash } from 'node:crypto'
import { MAX_SOUND_SECONDS, soundFile } from '@tiffin/core/rules'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#server/test/test-server'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('owner')
})
afterAll(() => server.stop())

const RATE = 8000
const wav = (seconds = 1, rate = RATE): Buffer => Buffer.from(soundFile(new Uint8Array(seconds * rate * 2).fill(7), rate))
/** The same file with different bytes at one offset. */
const changed = (at: number, ...values: number[]): Buffer => {
  const file = wav()
  file.set(values, at)
  return file
}
const save = (file: Buffer | string) =>
  server.call('Sound', 'save', { data: typeof file === 'string' ? file : file.toString('base64') }, { token })
const nameOf = async (file: Buffer | string): Promise<string> =>
  ((await save(file))['data'] as { filename: string } | undefined)?.filename ?? ''

describe('Sound/save', () => {
  it('REF-05: stores only the samples of the file, under a name derived from them', async () => {
    const name = await nameOf(wav())
    const answer = await fetch(`${server.url}/content/${name}`)
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(answer.headers.get('content-type')).toBe('audio/wav')
    expect(bytes).toEqual(wav())
    expect(name).toBe(`${createHash('sha256').update(bytes).digest('hex')}.wav`)
    const note = Buffer.from('LIST\x06\0\0\0<page>', 'latin1')
    const noted = Buffer.concat([wav().subarray(0, 36), note, wav().subarray(36)])
    expect(await nameOf(Buffer.concat([noted, Buffer.from('<script>')]))).toBe(name)
    expect(await nameOf(`data:audio/wav;base64,${wav().toString('base64')}`)).toBe(name)
  })

  it.each<[string, Buffer | string, string]>([
    ['nothing', '', 'not_a_sound'],
    ['words', 'no base64!', 'not_a_sound'],
    ['an MP3', Buffer.from('ID3\x04\0\0\0\0\0\0'), 'not_a_sound'],
    ['the beginning of a WAV', wav().subarray(0, 40), 'not_a_sound'],
    ['less data than declared', wav().subarray(0, 100), 'not_a_sound'],
    ['two channels', changed(22, 2), 'not_a_sound'],
    ['8 bits', changed(34, 8), 'not_a_sound'],
    ['compressed samples', changed(20, 85), 'not_a_sound'],
    ['a rate of zero', changed(24, 0, 0, 0, 0), 'not_a_sound'],
    ['no samples', wav(0), 'not_a_sound'],
    ['one that is too long', wav(MAX_SOUND_SECONDS + 1), 'sound_too_long'],
  ])('REF-05: refuses %s', async (_what, file, code) => {
    expect(await save(file)).toMatchObject({ status: 'FAIL', code, field: 'data' })
  })

  it('requires a sign-in', async () => {
    expect(await server.call('Sound', 'save', { data: wav().toString('base64') })).toMatchObject({ code: 'session_required' })
  })
})
