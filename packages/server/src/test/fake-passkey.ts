import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** Contents of the authenticator's response, valid unless a test changes them. */
export interface Claims {
  origin: string
  domain: string
  counter?: number
  userVerified?: boolean
  type?: string
}

type Options = { challenge: string }

const bytes = (text: string): Buffer => Buffer.from(text, 'base64url')
const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()

/** CBOR of the few shapes that WebAuthn needs here; keys of maps keep their order. */
function cbor(value: unknown): Buffer {
  const head = (major: number, n: number): Buffer =>
    n < 24
      ? Buffer.from([(major << 5) | n])
      : n < 256
        ? Buffer.from([(major << 5) | 24, n])
        : Buffer.from([(major << 5) | 25, n >> 8, n & 255])
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const entries = [...(value as Map<unknown, unknown>)]
  return Buffer.concat([head(5, entries.length), ...entries.flatMap(([key, item]) => [cbor(key), cbor(item)])])
}

/** An authenticator with one ES256 key, as the browser reports it. */
export function createFakePasskey() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  const clientData = ({ challenge }: Options, { origin, type }: Claims, usual: string): Buffer =>
    Buffer.from(JSON.stringify({ type: type ?? usual, challenge, origin, crossOrigin: false }))
  const authenticatorData = ({ domain, counter = 0, userVerified = true }: Claims, attested?: Buffer): Buffer => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const flags = 1 | (userVerified ? 4 : 0) | (attested ? 64 : 0)
    return Buffer.concat([sha256(domain), Buffer.from([flags]), count, attested ?? Buffer.alloc(0)])
  }
  const wrap = (response: object) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  })
  return {
    create(options: Options, claims: Claims) {
      const key = cbor(new Map<number, unknown>([[1, 2], [3, -7], [-1, 1], [-2, bytes(x)], [-3, bytes(y)]])) // prettier-ignore
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key])
      const object = new Map<string, unknown>([['fmt', 'none'], ['attStmt', new Map()], ['authData', authenticatorData(claims, attested)]]) // prettier-ignore
      return wrap({
        clientDataJSON: clientData(options, claims, 'webauthn.create').toString('base64url'),
        attestationObject: cbor(object).toString('base64url'),
        transports: ['internal'],
      })
    },
    get(options: Options, claims: Claims) {
      const client = clientData(options, claims, 'webauthn.get')
      const data = authenticatorData(claims)
      return wrap({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
      })
    },
  }
}
