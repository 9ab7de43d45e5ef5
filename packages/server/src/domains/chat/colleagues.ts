import { type Actor, chosenEntries, mayChat } from '@tiffin/core/rules'
import type { Calls, ChatColleague } from '@tiffin/sdk/contract'
import type { Handler } from '#server/context'
import type { Tx } from '#db/database'
import { assertMayChat } from './assert-may-chat.ts'

/** The name of an administrator, or the login of one without a name. */
export const adminName = (alias: string): string =>
  `coalesce(nullif(trim(${alias}.name || ' ' || ${alias}.surname), ''), ${alias}.login)`

/** Who may be responsible for a conversation. */
export const colleagues: Handler<Calls['Chat']['colleagues']> = async (_, call) => {
  assertMayChat(call)
  return { data: { colleagues: await call.db.read({ company: call.company }, (tx) => readColleagues(tx, call.company)) } }
}

interface Member extends ChatColleague {
  role: Actor['role']
  company_role: Actor['company_role']
  navigation: string[] | null
}

/** The members of the company who may answer customers. */
export async function readColleagues(tx: Tx, company: number): Promise<ChatColleague[]> {
  const members = await tx.sql<Member>(
    `select a.admin_id, ${adminName('a')} as name, a.role::int as role, m.company_role::int as company_role, m.navigation
     from membership m join admin a on a.admin_id = m.admin where m.company = $1 and a.admin_status = 1 order by name, a.admin_id`,
    [company],
  )
  return members.filter((member) => mayChat(actorOf(company, member)).allowed).map(({ admin_id, name }) => ({ admin_id, name }))
}

const actorOf = (company: number, { admin_id, role, company_role, navigation }: Member): Actor => ({
  admin_id,
  role,
  company,
  company_role,
  merchants: new Map(),
  dictionary_edit: [],
  ...chosenEntries({ role, company_role }, navigation ?? []),
})
