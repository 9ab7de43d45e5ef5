import type { Context } from '#server/context'
import type { SecretBox } from '#sessions/secret-box'
import { isSealed, sealText } from '#sessions/sealed-text'

/** Values by the names of a payment system's settings. */
export type Settings = Readonly<Record<string, string>>

/** Encrypts each value but those to keep. Empty ones stay empty, so that the filled settings are known. */
export const sealSettings = (
  box: SecretBox,
  settings: Settings,
  company: number,
  keep: (stored: string) => boolean = () => false,
): Settings =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      name,
      keep(value) ? value : sealText(box, value, `payment settings of company ${company}`),
    ]),
  )

const PLAIN = `exists (select from jsonb_array_elements(pay_system_settings) e, jsonb_each_text(e) s
  where s.value <> '' and s.value not like 'sealed:%')`

/** Encrypts the settings stored by servers that did not. */
export async function sealPlainPaySettings({ db, secretBox }: Pick<Context, 'db' | 'secretBox'>): Promise<void> {
  const companies = await db.read({ platform: true }, (tx) =>
    tx.sql<{ company: number }>(`select distinct company from pay_type where ${PLAIN}`),
  )
  for (const { company } of companies)
    await db.write({ company }, async (tx) => {
      const rows = await tx.sql<{ id: number; settings: Settings[] }>(
        `select pay_type_id as id, pay_system_settings as settings from pay_type where company = $1 and ${PLAIN} for update`,
        [company],
      )
      for (const { id, settings } of rows) {
        const sealed = settings.map((one) => sealSettings(secretBox, one, company, isSealed))
        await tx.sql('update pay_type set pay_system_settings = $3 where company = $1 and pay_type_id = $2', [
          company,
          id,
          JSON.stringify(sealed),
        ])
      }
    })
}
