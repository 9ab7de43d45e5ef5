import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { apiError } from '@tiffin/sdk/contract'
import { makeFolder } from '#db/embedded/make-folder'
import type { Config } from '#server/config'

/** Encrypts secrets that the server must read again, such as those of authenticator apps. */
export interface SecretBox {
  /** `owner` is the row that the secret belongs to: it can't be opened for any other. */
  seal(text: string, owner: string): Buffer
  /** @throws `service_not_configured`, with a sentence for who runs the server, if it was sealed with another key or for another owner */
  open(sealed: Buffer, owner: string): string
}

const FILE = 'secret.key'
const WRONG_KEY =
  "The server can't read what it encrypted. Its administrator must restore the earlier TIFFIN_SECRET_KEY or secret.key."
const NONCE = 12
const TAG = 16

/** With TIFFIN_SECRET_KEY, otherwise with a key in a file beside the data, which is made when it is first needed. */
export function createSecretBox(config: Pick<Config, 'TIFFIN_SECRET_KEY'>, home: string): SecretBox {
  let known: Buffer | undefined
  const key = (): Buffer =>
    (known ??= Buffer.from(hkdfSync('sha256', config.TIFFIN_SECRET_KEY ?? keyInFile(home), '', 'tiffin secrets', 32)))
  return {
    seal(text, owner) {
      const nonce = randomBytes(NONCE)
      const cipher = createCipheriv('aes-256-gcm', key(), nonce).setAAD(Buffer.from(owner))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
    },
    open(sealed, owner) {
      const decipher = createDecipheriv('aes-256-gcm', key(), sealed.subarray(0, NONCE), { authTagLength: TAG })
      decipher.setAAD(Buffer.from(owner)).setAuthTag(sealed.subarray(NONCE, NONCE + TAG))
      try {
        return Buffer.concat([decipher.update(sealed.subarray(NONCE + TAG)), decipher.final()]).toString('utf8')
      } catch (error) {
        throw Object.assign(apiError('service_not_configured'), { message: WRONG_KEY, cause: error })
      }
    },
  }
}

/** Another process may make the file at the same time: only one link succeeds, and it is complete. */
function keyInFile(home: string): string {
  const file = path.join(home, FILE)
  const written = `${file}.${process.pid}`
  makeFolder(home)
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  writeFileSync(written, randomBytes(32).toString('base64url'), { mode: 0o600 })
  try {
    linkSync(written, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(written, { force: true })
  }
  return readFileSync(file, 'utf8')
}
