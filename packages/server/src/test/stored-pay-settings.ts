import type { SecretBox } from '#sessions/secret-box'
import { openText } from '#sessions/sealed-text'
import type { TestDatabase } from './test-database.ts'

type Settings = Record<string, string>

/** The stored settings of a payment type, decrypted. */
export async function storedPaySettings(database: TestDatabase, secretBox: SecretBox, payType: unknown): Promise<Settings[]> {
  const [row] = await database.asOwner<{ company: number; settings: Settings[] }>(
    'select company, pay_system_settings as settings from pay_type where pay_type_id = $1',
    [payType],
  )
  const open = (stored: string): string => openText(secretBox, stored, `payment settings of company ${row?.company}`)
  return (row?.settings ?? []).map((one) => Object.fromEntries(Object.entries(one).map(([name, stored]) => [name, open(stored)])))
}
