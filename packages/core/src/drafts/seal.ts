/** Encrypts texts with one user's key, so that other users of this browser can't read them. */
export interface Seal {
  /** Identifies the owner of a stored text and reveals nothing else. */
  tag: string
  /** `name` is bound to the text: it can't be opened under another name. */
  close(name: string, text: string): Promise<Uint8Array>
  /** Rejects if the text was closed under another name or key. */
  open(name: string, sealed: Uint8Array): Promise<string>
}

const ALGORITHM = 'AES-GCM'
const IV_BYTES = 12
const encode = (text: string) => new TextEncoder().encode(text)

/** Undefined if the browser offers no encryption, for example over plain http. */
export async function createSeal(key: string): Promise<Seal | undefined> {
  const { subtle } = globalThis.crypto as Partial<typeof globalThis.crypto>
  if (!subtle) return undefined
  const bytes = Uint8Array.from(atob(key), (char) => char.charCodeAt(0))
  const secret = await subtle.importKey('raw', bytes, ALGORITHM, false, ['encrypt', 'decrypt'])
  const digest = await subtle.digest('SHA-256', encode(`tiffin draft owner ${key}`))
  const tag = [...new Uint8Array(digest, 0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return {
    tag,
    async close(name, text) {
      const iv = globalThis.crypto.getRandomValues(new Uint8Array(IV_BYTES))
      const closed = await subtle.encrypt({ name: ALGORITHM, iv, additionalData: encode(name) }, secret, encode(text))
      const sealed = new Uint8Array(IV_BYTES + closed.byteLength)
      sealed.set(iv)
      sealed.set(new Uint8Array(closed), IV_BYTES)
      return sealed
    },
    async open(name, sealed) {
      const iv = sealed.slice(0, IV_BYTES)
      const algorithm = { name: ALGORITHM, iv, additionalData: encode(name) }
      return new TextDecoder().decode(await subtle.decrypt(algorithm, secret, sealed.slice(IV_BYTES)))
    },
  }
}
