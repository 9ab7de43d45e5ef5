/** The addresses of all services of a front-end. Folder addresses end with a slash. */
export interface Addresses {
  api: string
  live: string
  chat: string
  content: string
  sounds: string
  geocoder: string
}

/** Addresses that an installation configures separately. */
export type ConfiguredAddresses = { [K in 'chat' | 'content' | 'sounds' | 'geocoder']?: string | undefined }

const folder = (url: string): string => (url.endsWith('/') ? url : `${url}/`)

/**
 * Derives all addresses from the server address, unless they are configured (API-40).
 * @throws TypeError if `base` is not a URL
 */
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
