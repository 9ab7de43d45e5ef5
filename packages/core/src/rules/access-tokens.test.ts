import { entities, type Entity, type TokenScope } from '@tiffin/sdk/contract'
import { expect, it } from 'vitest'
import { scopeOfWrite, tokenMayCall } from './access-tokens.ts'
import { can, writableFields } from './permissions.ts'
import { owner, platform } from './sample.ts'

const withScopes = (...scopes: TokenScope[]) => ({ ...platform, token: { scopes, companies: [] } })

// Typed by hand: a table that sets something up must not be open to the scope of daily work.
const DAILY = `access_token booking invoice chat_message courier kanban_settings mail_block mailing message order outbox payment print_job promocode user
  audit owner webhook_delivery`
it('access tokens need the scope write for these tables and config for others, and can’t write people or second factors', () => {
  const byScope = Map.groupBy(Object.values(entities) as Entity[], (entity) => String(scopeOfWrite(entity)))
  const names = (scope: string) => (byScope.get(scope) ?? []).map(({ name }) => name).toSorted()
  expect(names('write')).toEqual(DAILY.split(/\s+/).toSorted())
  expect(names('null')).toEqual(['admin', 'invitation', 'second_factor'])
})

it.each([
  ['courier', ['write'], undefined],
  ['courier', ['read', 'config', 'import', 'export'], 'scope_required'],
  ['order_status', ['config'], undefined],
  ['order_status', ['write'], 'scope_required'],
  ['admin', ['read', 'write', 'export', 'import', 'config'], 'token_not_allowed'],
] as const)('writing %s with the scopes %j: %s', (table, scopes, code) => {
  const entity: Entity = entities[table]
  const actor = withScopes(...scopes)
  for (const action of ['create', 'update', 'delete'] as const) {
    const decision = can(actor, action, entity)
    expect(decision.allowed ? undefined : decision.code).toBe(code)
  }
  expect(can(actor, 'read', entity).allowed).toBe(true)
  expect(writableFields(actor, entity).size > 0).toBe(code === undefined)
})

it('an access token can’t choose its person’s next company', () => {
  const row = { admin_id: owner.admin_id }
  expect(can(owner, 'update', entities.admin, row).allowed).toBe(true)
  expect(can({ ...owner, token: { scopes: ['config'], companies: [] } }, 'update', entities.admin, row).allowed).toBe(false)
})

it.each<[TokenScope[], 'any' | readonly TokenScope[] | undefined, string | undefined]>([
  [['read'], ['read'], undefined],
  [['config'], ['write', 'config'], undefined],
  [['read'], ['write', 'config'], 'scope_required'],
  [['import'], 'any', undefined],
  [['read'], undefined, 'token_not_allowed'],
])('a token with %j and a call open to %j: %s', (scopes, open, code) => {
  const decision = tokenMayCall(withScopes(...scopes), open)
  expect(decision.allowed ? undefined : decision.code).toBe(code)
  expect(tokenMayCall(owner, open).allowed).toBe(true)
})
