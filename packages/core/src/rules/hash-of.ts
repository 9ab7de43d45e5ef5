/** Two 32-bit FNV-1a hashes: short, deterministic and cheap. Not for secrets. */
export function hashOf(text: string): string {
  let [a, b] = [0x811c9dc5, 0x01000193]
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    a = Math.imul(a ^ unit, 0x01000193)
    b = Math.imul(b ^ unit, 0x85ebca6b) + a
  }
  return `${(a >>> 0).toString(36)}${(b >>> 0).toString(36)}`
}
