import { createECDH, randomBytes } from 'node:crypto'
import type { Database } from '#db/database'
import type { SecretBox } from './secret-box.ts'

export interface VapidKeys {
  publicKey: string
  privateKey: string
}

/** Keys that all servers of a database share. They outlive restarts: devices and links depend on them. */
export interface ServerKeys {
  /** Identifies this installation to push services (RFC 8292). */
  vapid(): Promise<VapidKeys>
  /** Signs links to unsubscribe. */
  unsubscribe(): Promise<string>
  /** Makes the keys of payment pages. A new one only ends the addresses that are open. */
  payPage(): Promise<string>
}

export function createServerKeys(db: Database, secretBox: SecretBox): ServerKeys {
  const known = new Map<string, Promise<string>>()

  /** The first server to need a key makes it. `renew`: another one replaces it if it can't be read, because TIFFIN_SECRET_KEY was lost. */
  async function read(name: string, make: () => string, renew: boolean): Promise<string> {
    const owner = `server key ${name}`
    const sealed = await db.write({ global: true }, async (tx) => {
      const find = () => tx.sql<{ sealed: Buffer }>('select sealed from server_key where name = $1', [name])
      const [found] = await find()
      if (found) return found.sealed
      await tx.sql('insert into server_key (name, sealed) values ($1, $2) on conflict do nothing', [
        name,
        secretBox.seal(make(), owner),
      ])
      return (await find())[0]?.sealed as Buffer
    })
    try {
      return secretBox.open(sealed, owner)
    } catch (error) {
      if (!renew) throw error
    }
    await db.write({ global: true }, (tx) =>
      tx.sql('update server_key set sealed = $3 where name = $1 and sealed = $2', [name, sealed, secretBox.seal(make(), owner)]),
    )
    return read(name, make, false)
  }
  function key(name: string, make: () => string, renew = false): Promise<string> {
    const found = known.get(name) ?? read(name, make, renew)
    known.set(name, found)
    found.catch(() => known.delete(name))
    return found
  }
  return {
    vapid: async () => JSON.parse(await key('vapid', newVapidKeys)) as VapidKeys,
    unsubscribe: () => key('unsubscribe', randomKey),
    payPage: () => key('pay page', randomKey, true),
  }
}

const randomKey = (): string => randomBytes(32).toString('base64url')

function newVapidKeys(): string {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  // OpenSSL leaves out leading zeros of a private key.
  const privateKey = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32)
  const keys: VapidKeys = {
    publicKey: pair.getPublicKey().toString('base64url'),
    privateKey: privateKey.toString('base64url'),
  }
  return JSON.stringify(keys)
}
