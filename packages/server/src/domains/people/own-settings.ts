import type { Context } from '#server/context'
import type { SecretBox } from '#sessions/secret-box'
import { openText, sealText } from '#sessions/sealed-text'

type Settings = Readonly<Record<string, unknown>>

const ownerOf = (admin: number): string => `AI API key of ${admin}`

/** Encrypts the AI API key in a person's settings (AMB-006). */
export function sealOwnSettings(box: SecretBox, settings: Settings, admin: number): Settings {
  const { openai_api_key: key } = settings
  return typeof key === 'string' ? { ...settings, openai_api_key: sealText(box, key, ownerOf(admin)) } : settings
}

/** The settings as their person typed them. An API key that can't be read is empty, so that they type it again. */
export function openOwnSettings(box: SecretBox, settings: Settings, admin: number): Settings {
  const { openai_api_key: key } = settings
  if (typeof key !== 'string') return settings
  try {
    return { ...settings, openai_api_key: openText(box, key, ownerOf(admin)) }
  } catch {
    return { ...settings, openai_api_key: '' }
  }
}

/** Encrypts the keys stored by servers that did not. */
export async function sealPlainApiKeys({ db, secretBox }: Pick<Context, 'db' | 'secretBox'>): Promise<void> {
  await db.write({ global: true }, async (tx) => {
    const rows = await tx.sql<{ admin_id: number; settings: Settings }>(
      `select admin_id, settings from admin
       where settings ->> 'openai_api_key' <> '' and settings ->> 'openai_api_key' not like 'sealed:%' for update`,
    )
    for (const { admin_id, settings } of rows)
      await tx.sql('update admin set settings = $2 where admin_id = $1', [
        admin_id,
        JSON.stringify(sealOwnSettings(secretBox, settings, admin_id)),
      ])
  })
}
