import type { Client } from 'pg'
import { entities, type Merchant } from '@tiffin/sdk/contract'
import { demoAccounts } from '#server/demo-accounts'
import { hashPassword } from '#domains/people/password'
import { insertRows } from '#db/insert-rows'
import { advanceSequence } from '#db/platform'

/** The service account that the simulator uses; it gets a password when a simulator starts. */
export const SIMULATOR_LOGIN = 'simulator'

/** The routes whose tables it needs: it plays customers with their promo codes, and prints. */
export const simulatorRoutes = ['Company-Order', 'Company-User', 'Company-Marketing-Promocode', 'Company-Printer']

const names: Record<string, [name: string, surname: string]> = {
  owner: ['Nadia', 'Berger'],
  operator: ['Omar', 'Haddad'],
  viewer: ['Vera', 'Lindqvist'],
  platform: ['Pat', 'Morgan'],
  'owner-b': ['Nino', 'Beridze'],
  'owner-c': ['Khalid', 'Al Mansoori'],
  'owner-d': ['Duarte', 'Sousa'],
  [SIMULATOR_LOGIN]: ['Simulator', ''],
  lena: ['Lena', 'Vogel'],
  ivan: ['Иван', 'Мороз'],
  salma: ['سلمى', 'حداد'],
}

/** Members of company A other than its owner, with their board access for each merchant; not all of them can sign in. */
export const companyAStaff = ['operator', 'viewer', SIMULATOR_LOGIN, 'lena', 'ivan', 'salma'] as const

/** Creates all accounts; those without a demo password can't sign in. Returns keys by login. */
export async function seedAccounts(client: Client): Promise<Map<string, number>> {
  // One hash for all, because argon2 is slow by design.
  const hash = await hashPassword(demoAccounts[0].password)
  const open = new Set<string>(demoAccounts.map((account) => account.login))
  const { rows: old } = await client.query<{ key: number }>(`select coalesce(max(admin_id), 0)::int as key from admin`)
  const rows = Object.entries(names).map(([login, [name, surname]], index) => ({
    admin_id: (old[0]?.key ?? 0) + index + 1,
    login,
    password: open.has(login) ? hash : '',
    name,
    surname,
    role: login === 'platform' ? 1 : 2,
    dictionary_edit: login === 'platform' ? 'en,ru,ar' : '',
  }))
  await insertRows(client, entities.admin, rows)
  await advanceSequence(client, entities.admin)
  return new Map(rows.map((row) => [row.login, row.admin_id]))
}

const board = (level: 0 | 1 | 2): number[] => [0, ...Array.from({ length: 10 }, () => level)]

/** Access to the merchants of A: the operator may edit every second one, the viewer none. */
export function companyAAccess(keys: ReadonlyMap<string, number>, index: number): Merchant['access'] {
  const level = (login: string): 1 | 2 => {
    if (login === 'viewer') return 1
    return login === 'operator' && index % 2 === 1 ? 1 : 2
  }
  return companyAStaff.map((login) => ({ user: keys.get(login) as number, access: board(level(login)) }))
}
