/** Where a front-end finds what it asks for; folders end with a slash. */
export interface Addresses {
  api: string
  live: string
  chat: string
  /** Folder of the pictures. */
  content: string
  /** Folder of the sounds. */
  sounds: string
  geocoder: string
}

/** What an installation has elsewhere. */
export type ConfiguredAddresses = { [K in 'chat' | 'content' | 'sounds' | 'geocoder']?: string | undefined }

const folder = (url: string): string => (url.endsWith('/') ? url : `${url}/`)

/** All addresses follow from the one of the server, unless they are configured (API-40). @throws TypeError where `base` is no address */
export function addresses(base: string, configured: ConfiguredAddresses = {}): Addresses {
  const at = (path: string): string => new URL(path, base).href
  return {
    api: at('/api'),
    live: at('/live'),
    chat: configured.chat ?? at('/chat'),
    content: folder(configured.content ?? at('/content')),
    sounds: folder(configured.sounds ?? at('/content')),
    geocoder: configured.geocoder ?? at('/geocoder'),
  }
}
