import { entities, type Input, type Calls, MAX_TOKEN_DAYS, type TokenScope, tokenScopes } from '@tiffin/sdk/contract'
import type { Connection } from '../connection.ts'
import { suggestionOr, wrongUsage } from '../failure.ts'
import { readList } from '../global-options.ts'
import type { Result } from '../results/result.ts'
import { suggest } from '../suggest.ts'
import { readKey } from './find-entity.ts'
import { readRows } from './read-rows.ts'

type NewToken = Pick<Input<Calls['Token']['create']>, 'name' | 'scopes' | 'days'> & { companies: number[] }

interface NewTokenOptions {
  name?: string | undefined
  scope?: string[] | undefined
  /** Their IDs, separated by commas. */
  company?: string | undefined
  expires?: string | undefined
}

/** The options of `token create`, checked. */
export function readNewToken({ name, scope, company, expires }: NewTokenOptions): NewToken {
  if (name === undefined) throw missingOption('--name')
  if (scope === undefined) throw missingOption('--scope')
  if (expires === undefined) throw missingOption('--expires')
  const companies = readList(company ?? '').map((id) => readKey(entities.company, id) as number)
  return { name, scopes: scope.map(readScope), companies, days: readDays(expires) }
}

const missingOption = (flag: string) => wrongUsage('%1 is required', { params: [flag] })

function readScope(given: string): TokenScope {
  const found = tokenScopes.find((scope) => scope === given.trim())
  if (found) return found
  const meant = suggest(given, tokenScopes)
  throw wrongUsage('Scope not found: %1', {
    params: [given],
    next: [suggestionOr(meant, { message: tokenScopes.join(', ') })],
  })
}

function readDays(text: string): number {
  const days = Number(/^(\d{1,4})d$/.exec(text)?.[1])
  if (days >= 1 && days <= MAX_TOKEN_DAYS) return days
  throw wrongUsage('Enter the lifetime in days, from 1d to %1: %2', { params: [`${MAX_TOKEN_DAYS}d`, text] })
}

/** Creates an access token; only this result has it. */
export async function createToken({ client }: Connection, requested: NewToken): Promise<{ token: string }> {
  const { data } = await client.Token.create(requested)
  return { ...data.access_token, token: data.token }
}

/** The user's access tokens, including expired ones. */
export async function listTokens(connection: Connection): Promise<Result> {
  const { admin_id } = await connection.user()
  const { rows } = await readRows(connection, {
    table: 'access_token',
    search: [{ key: 'admin', prm: admin_id }],
    order: [{ field: 'access_token_id' }],
    limit: [0, 10_000],
  })
  return { rows, columns: ['access_token_id', 'name', 'scopes', 'companies', 'expires', 'last_used'] }
}

/** Revokes access tokens at once. If one can't be revoked, `onStopped` gets those that were already revoked. */
export async function revokeTokens(
  { client }: Connection,
  ids: readonly string[],
  { dryRun, onStopped }: { dryRun: boolean; onStopped: (revoked: readonly number[]) => void },
): Promise<Result> {
  const rows = ids.map((id) => ({ access_token_id: readKey(entities.access_token, id) as number }))
  const revoked: number[] = []
  try {
    for (const row of dryRun ? [] : rows) {
      await client.Token.revoke(row)
      revoked.push(row.access_token_id)
    }
  } catch (error) {
    if (revoked.length > 0) onStopped(revoked)
    throw error
  }
  return { rows, columns: ['access_token_id'] }
}
