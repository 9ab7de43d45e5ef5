import { type AccessToken, apiError, type Calls, entities, MAX_TOKENS, type Parsed } from '@tiffin/sdk/contract'
import type { Handler, SessionCall } from '#server/context'
import { makeChange } from '#engine/change'
import type { Change, WireRow } from '#engine/change-info'
import { changeInfo } from '#engine/change-of-call'
import { checkOwnPassword } from './own-password.ts'
import { newAccessToken } from '#sessions/access-token'
import { startTokenSession } from '#sessions/access-token-sessions'
import { hashSecret } from '#sessions/credentials'

/** Creates an access token of the caller (AMB-232). */
export const create: Handler<Calls['Token']['create']> = async (input, call) => {
  // Answers with secrets are never stored, so repeating the request creates another token.
  const info = { ...changeInfo(call), company: 0, idempotency: undefined }
  if (call.session.cookie) await checkOwnPassword(call, info, input.current, { field: 'current' })
  const token = newAccessToken()
  const { value } = await makeChange(call.db, call.feed, info, (change) => createToken(change, call, input, token))
  return { data: { status: 'OK', token, access_token: value } }
}

async function createToken(
  change: Change,
  call: SessionCall,
  input: Parsed<Calls['Token']['create']>,
  token: string,
): Promise<WireRow> {
  const admin = call.session.admin_id
  const companies = [...new Set(input.companies)]
  await assertOwnCompanies(change, admin, companies)
  await assertBelowTokenLimit(change, admin)
  const now = call.now().getTime()
  const [row] = await change.insert(entities.access_token, [
    {
      admin,
      name: input.name,
      scopes: [...new Set(input.scopes)],
      companies,
      create: new Date(now).toISOString(),
      expires: new Date(now + input.days * 86_400_000).toISOString(),
    },
  ])
  const { access_token_id } = row as unknown as AccessToken
  await startTokenSession(change.tx, { secretHash: hashSecret(token), admin, token: access_token_id, address: call.address })
  return row as WireRow
}

async function assertOwnCompanies({ tx }: Change, admin: number, companies: readonly number[]): Promise<void> {
  const known = await tx.sql('select from companies_of($1, true) where company_id = any($2)', [admin, companies])
  if (known.length < companies.length) throw apiError('foreign_company', { field: 'companies' })
}

/** Locks the user, so that simultaneous requests can't exceed the limit together. */
async function assertBelowTokenLimit(change: Change, admin: number): Promise<void> {
  await change.lock(entities.admin, [admin])
  const tokens = await change.tx.sql('select from access_token where admin = $1 and expires > now()', [admin])
  if (tokens.length >= MAX_TOKENS) throw apiError('limit_reached', { params: [MAX_TOKENS] })
}
