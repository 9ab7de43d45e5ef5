import { startTestServer } from '@tiffin/server/test'
import { expect, it } from 'vitest'

const configured = {
  TIFFIN_CHAT_URL: 'wss://chat.example/talk',
  TIFFIN_CONTENT_URL: 'https://pictures.example/of/tiffin',
  TIFFIN_SOUNDS_URL: 'https://sounds.example',
  TIFFIN_GEOCODER_URL: 'https://maps.example/find',
}

it.each([
  [{}, {}, ["img-src 'self' data: blob:", "media-src 'self' blob:"]],
  [
    configured,
    {
      chat: configured.TIFFIN_CHAT_URL,
      content: configured.TIFFIN_CONTENT_URL,
      sounds: configured.TIFFIN_SOUNDS_URL,
      geocoder: configured.TIFFIN_GEOCODER_URL,
    },
    [
      "img-src 'self' data: blob: https://pictures.example",
      "media-src 'self' blob: https://sounds.example",
      'wss://chat.example https://pictures.example https://maps.example',
    ],
  ],
])('API-40: gives a console the addresses %j, and its page may reach no others', async (settings, told, policy) => {
  const server = await startTestServer(settings)
  try {
    const { auth } = (await server.call('Auth', 'getLang', {})) as unknown as { auth: { addresses: object } }
    expect(auth.addresses).toEqual(told)
    const header = (await fetch(server.url)).headers.get('content-security-policy') ?? ''
    for (const part of policy) expect(header).toContain(part)
    expect(header.includes('example')).toBe(Object.keys(told).length > 0)
  } finally {
    await server.stop()
  }
})
