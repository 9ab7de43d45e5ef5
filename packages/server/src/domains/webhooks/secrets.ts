import type { Context } from '#server/context'
import type { SecretBox } from '#sessions/secret-box'
import type { LockedWebhook } from './queue-deliveries.ts'
import { newSigningSecret } from './signing.ts'

const ownerOf = (webhook: number): string => `webhook ${webhook}`

export const sealSecret = (box: SecretBox, webhook: number, secret: string): string =>
  box.seal(secret, ownerOf(webhook)).toString('base64')

/** Stored by a server that did not encrypt them; one may still run during an upgrade. */
const isPlain = (secret: string): boolean => secret.startsWith('whsec_')

/**
 * The secrets that sign a message now. Until one has been shown, any secret will do.
 * @throws if the current one was sealed with another key
 */
export function signingSecrets(box: SecretBox, webhook: number, { secret, former_secrets: former }: LockedWebhook): string[] {
  const open = (stored: string): string => (isPlain(stored) ? stored : box.open(Buffer.from(stored, 'base64'), ownerOf(webhook)))
  const openFormer = (stored: string): string[] => {
    try {
      return [open(stored)]
    } catch {
      // The key was lost, and the secret was changed since.
      return []
    }
  }
  return secret === null ? [newSigningSecret()] : [open(secret), ...former.flatMap(openFormer)]
}

interface StoredSecrets {
  secret: string | null
  former_secrets: { secret: string; until: string }[]
}

/** Encrypts the secrets stored by servers that did not. */
export async function sealPlainSecrets({ db, secretBox }: Pick<Context, 'db' | 'secretBox'>): Promise<void> {
  const hasPlain = `(secret like 'whsec\\_%' or former_secrets::text like '%whsec\\_%')`
  const plain = await db.read({ platform: true }, (tx) =>
    tx.sql<{ company: number; webhook: number }>(`select company, webhook from webhook_state where ${hasPlain}`),
  )
  for (const { company, webhook } of plain) {
    const seal = (secret: string): string => (isPlain(secret) ? sealSecret(secretBox, webhook, secret) : secret)
    await db.write({ company }, async (tx) => {
      const [row] = await tx.sql<StoredSecrets>(
        `select secret, former_secrets from webhook_state where company = $1 and webhook = $2 for update`,
        [company, webhook],
      )
      if (!row) return
      const former = row.former_secrets.map((one) => ({ ...one, secret: seal(one.secret) }))
      await tx.sql('update webhook_state set secret = $3, former_secrets = $4 where company = $1 and webhook = $2', [
        company,
        webhook,
        row.secret && seal(row.secret),
        JSON.stringify(former),
      ])
    })
  }
}
