import { argon2, type Argon2Parameters, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { createLimiter } from '#limits/concurrency-limit'

const derive = promisify(argon2) as (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>

// OWASP's 2025 recommendation for argon2id: 19 MiB, two passes, one lane.
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }

/** At most two at once, so that a burst of sign-ins can't use up the memory or both cores. */
const limited = createLimiter(2)

/** Hash of a password in the PHC form `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await limited(() => derive('argon2id', { message: password.normalize('NFKC'), nonce, ...cost }))
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(nonce)}$${base64(tag)}`
}

/** Whether a password matches a hash; takes as long for an empty or unreadable hash, which never matches. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(hash)
  const [memory, passes, parallelism] = match
    ? [Number(match[1]), Number(match[2]), Number(match[3])]
    : [cost.memory, cost.passes, cost.parallelism]
  const nonce = match ? Buffer.from(match[4] ?? '', 'base64') : Buffer.alloc(16)
  const expected = match ? Buffer.from(match[5] ?? '', 'base64') : Buffer.alloc(cost.tagLength)
  const tag = await limited(() =>
    derive('argon2id', { message: password.normalize('NFKC'), nonce, memory, passes, parallelism, tagLength: expected.length }),
  )
  return match !== null && timingSafeEqual(tag, expected)
}

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')
