/** SHA-256 in hexadecimal. Browsers have none on pages without https; a plan then belongs to this reading of the file. */
export async function hashFile(bytes: Uint8Array): Promise<string> {
  const { subtle } = crypto as { subtle?: typeof crypto.subtle }
  const hash = subtle ? new Uint8Array(await subtle.digest('SHA-256', bytes)) : crypto.getRandomValues(new Uint8Array(32))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
