import { createHash } from 'node:crypto'
import {
  anyProgram,
  type App,
  apiError,
  appSchema,
  type Call,
  calls,
  entities,
  isApiError,
  OLDEST_CONTRACT,
  requestSchema,
  MAX_CALL_BYTES,
} from '@tiffin/sdk/contract'
import { tokenMayCall } from '@tiffin/core/rules'
import type { z } from 'zod'
import type { CallContext, Context, ReplyControl } from '../context.ts'
import { limitUnknownTokens } from '#domains/people/limit-unknown-tokens'
import { handlers } from '#domains/handlers'
import { limitBulkWrites } from '#limits/bulk-writes'
import { keyedLimiter } from '#limits/concurrency-limit'
import { rulesOf } from '#engine/table-rules'
import { ownerOf } from '#content/storage-quota'
import { consumeHourlyLimit } from '#limits/rate-limit'
import { isStorableJson } from './is-storable-json.ts'
import { tooLarge } from './too-large.ts'
import { type Credentials, equalsInConstantTime, tokenOfCookie } from '#sessions/credentials'
import { PAIRED_PREFIX } from '#sessions/device-sessions'
import type { Session, Sessions } from '#sessions/sessions'

/** Maximum calls of one user that a process runs at a time, and that may be queued. */
const personLimiter = keyedLimiter(6, 200)
/**
 * The same for all access tokens of a user, apart from the user's own calls: many tokens must not take more connections than one
 * user, nor keep the user from revoking them. All that the limiter of each of 50 tokens lets through may wait.
 */
const tokensLimiter = keyedLimiter(6, 300)
/**
 * The same for reads by all users of a company: the pool has 20 connections, and half of them stay for the other companies.
 * Only reads and bulk writes are slow for long; a move, a ticket or the end of a session must not wait for them.
 */
const companyLimiter = keyedLimiter(10, 2000)

export interface Incoming {
  body: unknown
  bytes: number
  credentials: Credentials
  address: string
  reply: ReplyControl
}

type Request = z.output<typeof requestSchema>
/** The checks here guarantee the context type of the handler. */
type AnyHandler = (input: unknown, call: CallContext) => Promise<unknown>

/** Runs one call: parse, authenticate, authorise, handle. Throws contract errors. */
export async function dispatch(
  context: Context,
  sessions: Sessions,
  incoming: Incoming,
): Promise<{ output: unknown; call: Call; api: string }> {
  const request = readRequest(incoming.body)
  const call = findCall(request)
  if (incoming.bytes > MAX_CALL_BYTES && call.upload !== true) throw tooLarge(MAX_CALL_BYTES)
  const app = readApp(request)
  const admit = async () => {
    const caller = await authenticate(context, sessions, request, incoming, call)
    const { session, company } = caller
    if (session?.device && !call.devices) throw apiError('forbidden')
    if (session) assertScope(call, session)
    if (call.planned === true) throw apiError('not_available_yet')
    assertCompany(call, company, session)
    return caller
  }
  const first = await admit()
  const input = readInput(call, request)
  const handler = (handlers as unknown as Record<string, Record<string, AnyHandler>>)[request.api]?.[request.method]
  if (!handler) throw apiError('not_available_yet')
  const contextOf = (caller: typeof first): CallContext => ({
    ...context,
    ...caller,
    sessions,
    app: { ...app, device: deviceName(caller.session, app) },
    lang: request.lang ?? 'en',
    address: incoming.address,
    idempotencyKey: call.effect === 'write' ? request.idempotency_key : undefined,
    get requestHash() {
      return hashRequest(request, caller.company)
    },
    reply: incoming.reply,
  })
  const handle = async (caller: typeof first): Promise<unknown> => {
    const callContext = contextOf(caller)
    if (call.rateLimit) await countCall(callContext, call)
    return handler(input, callContext)
  }
  let hasWaited = false
  const answering = async () => {
    try {
      return await handle(hasWaited ? await admit() : first)
    } catch (error) {
      // Nothing was written. The caller's rights have changed since they were checked.
      if (!isApiError(error) || error.code !== 'rights_changed') throw error
      sessions.forget()
      return handle(await admit())
    }
  }
  const output = first.session
    ? runLimited({ call, input, session: first.session, company: first.company }, answering)
    : answering()
  // A caller may lose their rights while the call is queued.
  hasWaited = true
  return { output: await output, call, api: request.api }
}

interface Admitted {
  call: Call
  input: unknown
  session: Session
  company: number | null
}

function runLimited({ call, input, session, company }: Admitted, work: () => Promise<unknown>): Promise<unknown> {
  const inCompany = (): Promise<unknown> => {
    if (call.bulk && !changesOnlyRights(input)) return limitBulkWrites(company, work)
    return company === null || call.effect === 'write' ? work() : companyLimiter(`company ${company}`, work)
  }
  const ofTokens = session.token ? () => tokensLimiter(ownerId(session), inCompany) : inCompany
  return personLimiter(callerId(session), ofTokens)
}

/** Whether a save has only a few rows of rights or devices. Removing a person must not wait until that person's own writes are done. */
function changesOnlyRights(input: unknown): boolean {
  const { tables = [] } = input as { tables?: readonly { table: string }[] }
  const holdsRights = (name: string): boolean => name === entities.device.name || rulesOf({ name }).holdsRights === true
  return tables.length > 0 && tables.length <= 20 && tables.every(({ table }) => holdsRights(table))
}

function assertScope({ tokens }: Call, { actor }: Session): void {
  const decision = tokenMayCall(actor, tokens)
  if (!decision.allowed) throw apiError(decision.code, { params: decision.params })
}

function assertCompany({ company: need }: Call, company: number | null, session: Session | null): void {
  if (need === undefined || company !== null) return
  // The handler knows the tables.
  if (need === 'for_its_tables') return
  if (need === 'unless_platform' && session?.actor.role === 1) return
  throw apiError('company_required')
}

const countCall = (context: CallContext, { api, method, rateLimit }: Call): Promise<void> =>
  consumeHourlyLimit(
    context.db,
    `${api}.${method}`,
    rateLimit?.per === 'company' ? ownerOf(context) : `admin ${context.session?.admin_id ?? 0}`,
    rateLimit?.perHour ?? 0,
  )

/**
 * Key of the calls that share one limit. A device acts with the rights of the user who confirmed it, but is not that user; calls
 * with an access token must not keep its owner from revoking it.
 */
const callerId = ({ admin_id, device, token }: Session): string =>
  device ? `device ${device.device_id}` : token ? `token ${token.access_token_id}` : `admin ${admin_id}`

/** The same, but shared by all access tokens of a user: together they are limited like one user. */
export const ownerId = (session: Session): string => (session.token ? `tokens of admin ${session.admin_id}` : callerId(session))

/** Key by which sockets and messages are counted: a user with all sessions and access tokens, or one device. */
export const personId = (session: Session): string => (session.token ? `admin ${session.admin_id}` : callerId(session))

const hashRequest = ({ api, method, data }: Request, company: number | null): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([api, method, company]))
    .update(data ?? '')
    .digest()

function readRequest(body: unknown): Request {
  const parsed = requestSchema.safeParse(body)
  if (!parsed.success) throw malformed(issuePath(parsed.error.issues))
  const unkept = Object.entries(parsed.data).find(([, text]) => !isStorableJson(text))
  if (unkept) throw malformed([unkept[0]])
  return parsed.data
}

/** The form itself is invalid: `field` is the place, such as `company` or `app.name`. */
const malformed = (path: readonly PropertyKey[]) => apiError('malformed', { field: path.join('.') || undefined })

function findCall(request: Request): Call {
  const methods = Object.hasOwn(calls, request.api)
    ? (calls as unknown as Record<string, Record<string, Call>>)[request.api]
    : undefined
  const call = methods && Object.hasOwn(methods, request.method) ? methods[request.method] : undefined
  if (!call) throw apiError('unknown_call')
  return call
}

function readApp(request: Request): App {
  if (request.app === undefined || request.app === '') return anyProgram
  const app = parseJson(request.app, 'app')
  const parsed = appSchema.safeParse(app)
  if (!parsed.success) throw malformed(['app', ...issuePath(parsed.error.issues)])
  if (!isStorableJson(app)) throw malformed(['app'])
  if (parsed.data.contract < OLDEST_CONTRACT) throw apiError('client_outdated')
  return parsed.data
}

/** The device name in the history; only a paired device may have the name of one. */
const deviceName = (session: Session | null, { device = '' }: App): string =>
  session?.device ? `${PAIRED_PREFIX}${session.device.device_id}` : device.startsWith(PAIRED_PREFIX) ? '' : device

function readInput(call: Call, request: Request): unknown {
  const data = request.data === undefined || request.data === '' ? {} : parseJson(request.data, 'data')
  // In a valid form, only an escape can produce an invalid text.
  if (!isStorableJson(data, request.data?.includes('\\u') === true))
    throw apiError('invalid_value', { field: '', params: ['data'] })
  const parsed = call.input.safeParse(data)
  if (parsed.success) return parsed.data
  const field = issuePath(parsed.error.issues).join('.')
  throw apiError('invalid_value', { field, params: [field || 'data'] })
}

/** Where an input is invalid: for a union, in the closest variant; an unknown key is named. */
function issuePath([issue]: readonly z.core.$ZodIssue[]): PropertyKey[] {
  if (!issue) return []
  if (issue.code === 'unrecognized_keys') return [...issue.path, ...issue.keys.slice(0, 1)]
  const [nearest] = issue.code === 'invalid_union' ? issue.errors.toSorted((a, b) => a.length - b.length) : []
  return [...issue.path, ...issuePath(nearest ?? [])]
}

function parseJson(text: string, field: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw malformed([field])
  }
}

/**
 * Authenticates a call. A cookie counts only together with the token bound to it, which a foreign page can't know; a few calls
 * accept the cookie alone.
 */
async function authenticate(
  { db }: Context,
  sessions: Sessions,
  request: Request,
  { credentials, address }: Incoming,
  call: Call,
): Promise<{ session: Session | null; company: number | null; secret: string | null }> {
  const secret = secretOf(request, credentials, call)
  if (secret === null) {
    if (call.auth === 'session') throw apiError('session_required')
    return { session: null, company: null, secret: null }
  }
  try {
    // Signing out must work in any company, even one that the user has left.
    const company = isSignOut(call) ? undefined : readCompany(request.company)
    const found = await limitUnknownTokens({ db, address }, () => sessions.find(secret, company, call))
    return { ...found, secret }
  } catch (error) {
    // Without a session, these calls report that there is none. If the database is unavailable, that is unknown.
    const known = isApiError(error) && sessionErrors.has(error.code)
    if (known && call.auth === 'none' && call.method !== 'checkAuth') return { session: null, company: null, secret: null }
    throw error
  }
}

function secretOf(request: Request, credentials: Credentials, call: Call): string | null {
  if (credentials.bearer !== null) return credentials.bearer
  if (credentials.cookie !== null) {
    const bound = request.token !== undefined && equalsInConstantTime(request.token, tokenOfCookie(credentials.cookie))
    // The token identifies the session to end; the browser may have started another one since.
    const another = isSignOut(call) && request.token !== undefined && !bound
    return bound || (call.cookieOnly && !another) ? credentials.cookie : null
  }
  return request.token ?? null
}

const isSignOut = (call: Call): boolean => call.api === 'Auth' && call.method === 'SignOut'

const sessionErrors: ReadonlySet<string> = new Set([
  'session_required',
  'session_expired',
  'session_locked',
  'factor_required',
  'account_blocked',
  'foreign_company',
  'token_malformed',
  'token_revoked',
  'token_expired',
  'token_factor_required',
  'token_company',
])

/** Undefined if the call specifies none, null if it wants none. */
function readCompany(text: string | undefined): number | null | undefined {
  if (text === undefined || text === '') return undefined
  return Number(text) === 0 ? null : Number(text)
}
