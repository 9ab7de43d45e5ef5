import { type Call, calls, tokenScopes } from '@tiffin/sdk/contract'
import type { Answer } from '@tiffin/server/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fullRunOnly } from '../../fixtures/full.ts'
import { goodInput } from './good-input.ts'
import { refusalProblem } from './refusal.ts'
import { sampleValue } from './sample-value.ts'
import { createTally, each, createStage, type Stage } from './stage.ts'

let stage: Stage
const tally = createTally('inputs of calls')
beforeAll(async () => {
  stage = await createStage()
})
afterAll(() => stage.server.stop())

const declared = Object.values(calls).flatMap((methods) => Object.values(methods) as Call[])
const named = (list: Call[]) => list.map((call) => [`${call.api}/${call.method}`, call] as const)

const deep = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`)
/** Replacements for a valid value; undefined leaves it out. */
const hostileStrings: readonly unknown[] = [
  undefined,
  null,
  true,
  0,
  -1,
  0.5,
  1e308,
  2 ** 53,
  '',
  ' ',
  'x'.repeat(30_000),
  'a\u0000b',
  '\u0000',
  'half \ud83d of a pair',
  'рус عربي 漢字 👩‍🍳 \u202e\u200b\r\n\t\u001b[31m',
  `'; drop table "order"; --`,
  '%_\\',
  [],
  [[]],
  [null],
  {},
  { toString: 1, constructor: { prototype: { polluted: 1 } } },
  JSON.parse('{"__proto__": {"polluted": 1}}'),
  deep(50),
  deep(5000),
]

/** Yields the input with one value after the other replaced by an invalid one. */
function* invalidInputs(value: unknown): Generator<unknown> {
  if (typeof value === 'object' && value !== null) {
    const names = Object.keys(value)
    for (const name of names) {
      const inner = (value as Record<string, unknown>)[name]
      for (const bad of invalidInputs(inner))
        yield Array.isArray(value) ? value.with(Number(name), bad) : { ...value, [name]: bad }
    }
    if (!Array.isArray(value)) yield { ...value, no_such_field: 1 }
  }
  yield* hostileStrings
}

/** JSON text, unlike the result for values that can't be serialised. */
const textOf = (value: unknown): string | undefined => {
  try {
    return JSON.stringify(value)
  } catch {
    return undefined
  }
}

// Calls that end sessions or change the password are made by a user that other tests don't need, or by no one.
const callers: Record<string, 'nobody' | 'viewer'> = {
  'Auth/SignOut': 'nobody',
  'Auth/Login': 'nobody',
  'Auth/Password': 'viewer',
  'Auth/Pin': 'viewer',
  'Auth/Verify': 'viewer',
  'Auth/UseLink': 'nobody',
  'Auth/Update': 'viewer',
}

function send(call: Call, data: unknown): Promise<Answer> {
  const asker = callers[`${call.api}/${call.method}`] ?? 'owner'
  return asker === 'nobody' ? stage.server.call(call.api, call.method, data) : stage.call(asker, call.api, call.method, data)
}

describe('calls of the contract', () => {
  it.each(named(declared.filter((call) => call.planned !== true)))(
    'API-01 API-02: %s refuses invalid input with a message and never fails',
    async (_name, call) => {
      const wrong: string[] = []
      expect(refusalProblem(await send(call, goodInput(stage, call)))).toBeUndefined()
      const inputs = fullRunOnly.all([...invalidInputs(goodInput(stage, call))].filter((input) => textOf(input) !== undefined))
      await each(inputs, async (input) => {
        const answer = await send(call, input)
        const problem = refusalProblem(answer)
        const good = input === undefined || call.input.safeParse(JSON.parse(textOf(input) ?? '{}')).success
        const what = textOf(input)?.slice(0, 200)
        if (problem !== undefined) wrong.push(`${problem} for ${what}`)
        else if (!good && !['invalid_value', 'malformed'].includes(answer.code ?? ''))
          wrong.push(`${answer.code ?? 'OK'} for ${what}`)
        tally.add()
      })
      expect(wrong).toEqual([])
      expect({}).not.toHaveProperty('polluted')
      expect(await stage.call('owner', 'Auth', 'checkAuth', {})).toMatchObject({ status: 'OK' })
    },
    60_000,
  )

  it.each(named(declared.filter((call) => call.auth === 'session')))(
    'API-01 AUTH-02: %s requires a session first',
    async (_name, call) => {
      for (const data of [sampleValue(call.input), {}, null, 'x']) {
        const answer = await stage.server.call(call.api, call.method, data)
        expect(answer).toMatchObject({ http: 200, code: 'session_required', auth: { status: 'FAIL' } })
        const forged = await stage.server.call(call.api, call.method, data, { token: 'f'.repeat(43) })
        expect(forged).toMatchObject({ http: 200, code: 'session_required' })
        tally.add(2)
      }
    },
  )

  it.each(named(declared.filter((call) => call.planned === true)))(
    'API-01: %s says that it is not available yet',
    async (_name, call) => {
      for (const data of [sampleValue(call.input), {}, [], { no_such_field: 1 }]) {
        expect(await stage.call('owner', call.api, call.method, data)).toMatchObject({ http: 200, code: 'not_available_yet' })
        tally.add()
      }
    },
  )

  it.each(named(declared.filter((call) => call.company === 'required' && call.planned !== true)))(
    'PERM-07 API-01: %s works only for a company',
    async (_name, call) => {
      const token = await stage.server.signIn('platform')
      const answer = await stage.server.call(call.api, call.method, sampleValue(call.input), { token, company: 0 })
      expect(answer).toMatchObject({ http: 200, code: 'company_required' })
      tally.add()
    },
  )

  // Typed by hand: opening a call to more callers requires changing this table too.
  const PAIRED_DEVICES = `Auth.getLang Auth.Login Auth.checkAuth Auth.SignOut Reference.getData Order.move Order.tick
    Order.shown Order.timeline Order.why Print.claim Print.begin Print.confirm Print.fail Print.request Print.dismiss Print.offer
    Merchant.pace Device.pair`
  const WITHOUT_SESSION = `Auth.getLang Auth.Login Auth.checkAuth Auth.SignOut Auth.Registration Auth.RepairPassword Auth.Link
    Auth.UseLink Auth.Phone Auth.SignInCode Auth.SecondFactor Auth.PasskeyOptions Auth.Passkey Customer.code Customer.login Customer.signout
    Customer.pushKey Customer.pushSubscribe Customer.pushUnsubscribe Customer.consent Device.pair`
  const PLATFORM_WITHOUT_COMPANY = `Reference.getData Reference.saveData Reference.deleteData Report.read Audit.names
    Audit.timeline Audit.undo Geo.getCity Export.ticket Import.begin Import.rows Import.commit Import.status`
  const COOKIE_ONLY = 'Auth.checkAuth Auth.SignOut Auth.Pin Export.Excel'
  const NEVER_COMPRESSED = `Auth.Login Auth.checkAuth Auth.SignOut Auth.Update Auth.Password Auth.Registration
    Auth.RepairPassword Auth.Link Auth.UseLink Auth.Phone Auth.Pin Auth.Verify Auth.Sessions Auth.EndSession
    Auth.SignInCode Auth.PendingSignIn Auth.AnswerSignIn Auth.SecondFactor Auth.PasskeyOptions Auth.Passkey Factor.list Factor.setUpTotp Factor.confirmTotp Factor.beginPasskey
    Factor.addPasskey Factor.rename Factor.passkeyOptions Factor.remove Factor.recoveryCodes Factor.reset Order.handoff Chat.users Chat.find
    Chat.colleagues Chat.assign Chat.upload Customer.code Customer.login Customer.signout Customer.pushKey Customer.pushSubscribe Customer.pushUnsubscribe
    Customer.consent Push.key Push.subscribe Push.unsubscribe Merchant.newToken Merchant.pace Export.ticket Export.Excel Device.pair Device.asking Device.confirm
    Device.refuse Token.create Token.revoke Webhook.rotate`
  it.each<[string, string, (call: (typeof declared)[number]) => boolean]>([
    ['paired devices', PAIRED_DEVICES, (call) => call.devices === true],
    ['people without a session', WITHOUT_SESSION, (call) => call.auth === 'none'],
    ['the platform without a company', PLATFORM_WITHOUT_COMPANY, (call) => (call.company ?? 'required') !== 'required'],
    ['a cookie without its token', COOKIE_ONLY, (call) => call.cookieOnly === true],
    ['a compressed answer, all but', NEVER_COMPRESSED, (call) => call.compressed !== true],
  ])('%s: may make these calls and no others', (_who, open, isOpen) => {
    expect(declared.filter(isOpen).map(({ api, method }) => `${api}.${method}`)).toEqual(open.split(/\s+/))
  })

  const BULK = 'Reference.saveData Reference.deleteData Audit.undo Config.apply Webhook.replay'
  it('API-01: only these calls wait for the large writes of their company', () => {
    const bulk = declared.filter((call) => call.bulk === true).map(({ api, method }) => `${api}.${method}`)
    expect(bulk.toSorted()).toEqual(BULK.split(' ').toSorted())
  })

  // Typed by hand, too. Access tokens with one of these scopes may make the call; any other call is closed to all tokens.
  const TOKEN_SCOPES: Record<string, string> = {
    any: 'Auth.getLang Auth.checkAuth',
    read: `Reference.getData Report.read Report.billing Audit.names Audit.timeline Order.placed Order.timeline Order.why
      Print.offers Chat.users Chat.find Chat.colleagues Mailing.count Mailing.why Geo.getCity Config.changes Webhook.events`,
    write: `Order.move Order.assign Order.handoff Order.ring Order.tick Order.shown Print.claim Print.begin Print.confirm
      Print.fail Print.request Print.dismiss Print.offer Chat.assign Chat.upload Mailing.test Mailing.start Mailing.pause Mailing.resume
      Mailing.stop Merchant.pace`,
    'write config': `Reference.saveData Reference.deleteData Audit.undo Image.save Image.removeBackground Image.generate
      Sound.save Translation.translate`,
    config: 'Config.apply Webhook.rotate Webhook.test Webhook.replay',
    export: 'Export.ticket Export.Excel',
    import: 'Import.begin Import.rows Import.commit Import.status',
  }
  it('opens calls to access tokens by these scopes, and no others', () => {
    const open = declared.filter(({ tokens }) => tokens !== undefined)
    const byScope = Map.groupBy(open, ({ tokens = [] }) => [tokens].flat().join(' '))
    const listed = [...byScope].map(([scopes, own]) => [scopes, own.map(({ api, method }) => `${api}.${method}`)])
    expect(Object.fromEntries(listed)).toEqual(
      Object.fromEntries(Object.entries(TOKEN_SCOPES).map(([scopes, names]) => [scopes, names.split(/\s+/)])),
    )
  })

  it.each(named(declared.filter(({ auth }) => auth === 'session')))(
    '%s is refused to an access token without its scope, and to any if it is closed',
    async (_name, call) => {
      const scopes = tokenScopes.filter((scope) => call.tokens === undefined || !call.tokens.includes(scope))
      const owner = await stage.server.signIn('owner')
      const input = { name: 'x', scopes, days: 1 }
      const made = await stage.server.call('Token', 'create', input, { token: owner })
      const { token, access_token } = made['data'] as { token: string; access_token: { access_token_id: number } }
      const answer = await stage.server.call(call.api, call.method, sampleValue(call.input), {
        token,
        company: stage.server.world.a,
      })
      expect(answer).toMatchObject(
        call.tokens === undefined ? { code: 'token_not_allowed' } : { code: 'scope_required', params: [call.tokens[0]] },
      )
      await stage.server.call('Token', 'revoke', { access_token_id: access_token.access_token_id }, { token: owner })
    },
  )

  it('API-01: covers every call', () => {
    expect(tally.print()).toBeGreaterThan(fullRunOnly.is ? 3000 : 750)
  })
})
