import { expect, it } from 'vitest'
import { soundFile, soundUrl } from './sounds.ts'

it('creates a mono 16-bit WAV file', () => {
  const file = soundFile(Uint8Array.from([1, 2, 3, 4]), 22_050)
  const text = (from: number, to: number) => new TextDecoder().decode(file.subarray(from, to))
  const number = (at: number, bytes: number) =>
    [...file.subarray(at, at + bytes)].reduce((sum, byte, index) => sum + byte * 256 ** index, 0)
  expect(file).toHaveLength(48)
  expect([text(0, 4), text(8, 16), text(36, 40)]).toEqual(['RIFF', 'WAVEfmt ', 'data'])
  // Length, format chunk size, PCM, channels, sample rate, bytes per second, bytes per sample, bits, data bytes.
  expect([number(4, 4), number(16, 4), number(20, 2), number(22, 2)]).toEqual([40, 16, 1, 1])
  expect([number(24, 4), number(28, 4), number(32, 2), number(34, 2), number(40, 4)]).toEqual([22_050, 44_100, 2, 16, 4])
  expect([...file.subarray(44)]).toEqual([1, 2, 3, 4])
})

it.each([
  ['new order.wav', '/sounds/new%20order.wav'],
  ['my-builtin:late', '/sounds/my-builtin%3Alate'],
  ['builtin:late', 'builtin:late'],
  ['http://a.example/x.wav', 'http://a.example/x.wav'],
  ['https://a.example/x.wav', 'https://a.example/x.wav'],
  ['data:audio/wav;base64,AA', 'data:audio/wav;base64,AA'],
  ['blob:x', 'blob:x'],
  ['/files/x.wav', '/files/x.wav'],
])('plays %s from %s', (source, url) => {
  expect(soundUrl('/sounds/', source)).toBe(url)
})
