import type { Duplex } from 'node:stream'
import {
  type ClientBase,
  Pool,
  type PoolClient,
  type PoolConfig,
  type QueryConfig,
  type QueryResult,
  type QueryResultRow,
  types,
} from 'pg'
import { apiError, type ErrorCode } from '@tiffin/sdk/contract'

/** Rows that a transaction may access: those of one company, of the whole platform (reads only), or only global ones. */
export type Scope = { company: number } | { platform: true } | { global: true }

export interface Statement {
  readonly sql: string
  readonly parameters: readonly unknown[]
  /** Whether the same text is repeated, so that connections should keep it prepared. */
  readonly recurs?: boolean
  /** Whether it returns few rows for any values, so that a prepared statement can use a generic plan. */
  readonly isSmall?: boolean
  /** Whether it is the last statement, so that a read can end in the same packet. */
  readonly isLast?: boolean
}

/** An open transaction within a scope. */
export interface Tx {
  readonly scope: Scope
  /** Rows of one statement, such as a search, whose text may never be repeated. */
  rows<R extends object = Record<string, unknown>>(statement: Statement): Promise<R[]>
  /** Rows of one statement given as text. Texts are repeated, so variable parts must be parameters. */
  sql<R extends object = Record<string, unknown>>(text: string, parameters?: readonly unknown[]): Promise<R[]>
  /** Runs work in the process while the database commits, such as recording the response; must not throw. */
  whileCommitting(run: () => void): void
  /** The connection itself, for cursors, once all earlier statements have completed; from then on one statement at a time. */
  exclusiveClient(): Promise<PoolClient>
}

/**
 * Whether statements requested together are sent at once (https://node-postgres.com/features/pipelining), which
 * saves a round trip for each; cursors and COPY can't share a pipelined connection.
 */
export function setPipelining(client: ClientBase, pipeline: boolean): void {
  Object.assign(client, { pipeline })
}

/** Sends the statements of one turn of the event loop as one packet: each packet costs a system call and wakes the database. */
function corkUntilNextTick(client: ClientBase): void {
  const { stream } = (client as ClientBase & { connection: { stream: Duplex } }).connection
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/**
 * Runs a query. pg's own promises keep every result in memory until the next full garbage collection; its callbacks don't,
 * which halves the time that a server under load spends on collecting.
 */
function send<R extends QueryResultRow>(client: ClientBase, query: QueryConfig | string): Promise<QueryResult<R>> {
  return new Promise((resolve, reject) => {
    client.query<R>(query as QueryConfig, (error: Error | null, result) => (error ? reject(error) : resolve(result)))
  })
}

/** Starts a statement before its result is awaited; if the caller fails first, its own error is not reported as unhandled. */
export function startEarly<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {})
  return promise
}

export interface Database {
  /**
   * Reads in one snapshot, read-only. `workers` allows parallel workers for statements over many rows. Retried like a
   * write. A timeout throws `late`, which tells the user what to do.
   */
  read<T>(scope: Scope, work: (tx: Tx) => Promise<T>, options?: { workers?: boolean; late?: ErrorCode }): Promise<T>
  /**
   * Writes all or nothing; throws `write_timeout` after a timeout. Retried up to three times after deadlocks,
   * serialisation failures and schema changes.
   */
  write<T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T>
  readonly pool: Pool
  close(): Promise<void>
}

const CONNECTION_LOST = new Set([
  '57P01',
  '57P02',
  '57P03',
  '57P04',
  '53300',
  '08006',
  '08003',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  '57P05',
])
const TIMED_OUT = '57014'
/** Ends a transaction that has run out of time, with the error of a database timeout. */
export const timeoutError = (): Error => Object.assign(new Error('There is no time left'), { code: TIMED_OUT })

/**
 * Maximum number of prepared statements of a connection. For each connection, the database uses up to 0.6 MB for one that reads
 * rows with all their references, and a tenth of that for others. Statements built from client input have their own limits, so
 * that clients can't use up the server's own.
 */
const MAX_PREPARED = { own: 300, read: 50, written: 150 }
/** Maximum number of texts remembered after first use: the second use shows that they are repeated. */
const MAX_SEEN = 2000
/** A schema change by another release invalidates a prepared statement; a new connection has none. */
const OUTDATED = '0A000'
/** The error of each statement after the one that failed. */
const TRANSACTION_ABORTED = '25P02'
const RETRYABLE = new Set(['40001', '40P01', OUTDATED])

/**
 * Reads return few rows with their names joined: trying out join orders, or starting workers for a count that
 * ends early, takes longer than reading the rows.
 */
const BEGIN_READING = `begin isolation level repeatable read read only; set local join_collapse_limit = 1`
const PLAN_ONCE = 'set local plan_cache_mode = force_generic_plan'
const PLAN_AS_USUAL = 'set local plan_cache_mode = auto'
const NO_PARALLEL_WORKERS = 'set local max_parallel_workers_per_gather = 0'

// Sums of bigint stay within 2^53 here; as strings they would appear in JSON as text.
types.setTypeParser(types.builtins.INT8, Number)

/**
 * Opens the application's pool. It may go through a pooler that assigns a connection for one transaction: settings belong to
 * the transaction, never to the connection or its start.
 * @param options.statementTimeout milliseconds
 * @param options.keepsPrepared false if a transaction may get a connection on which its statements were not prepared
 */
export function openDatabase(
  config: PoolConfig,
  { statementTimeout = 5000, keepsPrepared = true }: { statementTimeout?: number; keepsPrepared?: boolean } = {},
): Database {
  const pool = new Pool({
    max: 20,
    application_name: 'tiffin',
    // A database that accepts data but never responds must not block calls forever.
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    ...config,
  })
  // An idle connection closed by the server is not an error of any call.
  pool.on('error', () => {})
  // Neither is an error of a connection that the pool has just dropped. Without a listener it would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))

  const prepared = { own: new Map<string, string>(), read: new Map<string, string>(), written: new Map<string, string>() }
  const seen = new Set<string>()
  /** The name under which connections keep the statement prepared; undefined once the limit is reached. */
  function nameOf(text: string, kind: keyof typeof prepared): string | undefined {
    if (!keepsPrepared) return undefined
    const names = prepared[kind]
    const known = names.get(text)
    if (known !== undefined || names.size >= MAX_PREPARED[kind]) return known
    if (kind !== 'own' && !seen.has(text)) {
      if (seen.size >= MAX_SEEN) seen.clear()
      seen.add(text)
      return undefined
    }
    const name = `${kind}_${names.size}`
    names.set(text, name)
    return name
  }

  /** @param writes waits for the commit */
  async function inTransaction<T>(begin: string, writes: boolean, scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> {
    const client = await pool.connect().catch(throwUnavailable)
    let broken = false
    // Reports a connection that breaks between two statements; without a listener it would end the process.
    const lost = (): void => void (broken = true)
    client.on('error', lost)
    const giveBack = (): void => {
      client.off('error', lost)
      client.release(broken)
    }
    const meanwhile: (() => void)[] = []
    setPipelining(client, true)
    corkUntilNextTick(client)
    const begun = startEarly(send(client, `${begin}; ${settings(scope, statementTimeout)}`))
    let last: Promise<unknown> = begun
    let over = false
    /** The commit of a read, once its last statement has been sent. */
    let ended: Promise<unknown> | undefined
    /** The error that made the database abort the transaction; later statements only report that it is aborted. */
    let reason: Error | undefined
    const ask = async <R extends object>(query: QueryConfig): Promise<R[]> => {
      // The connection may belong to another call by now.
      if (over) throw new Error('The transaction is over')
      corkUntilNextTick(client)
      const promise = startEarly(send<R & QueryResultRow>(client, query))
      last = promise.catch((error: Error) => (reason ??= error))
      // Rows read outside the transaction, and so without its company, must not be returned.
      await begun
      return (await promise).rows
    }
    let plansOnce = false
    /** Plans prepared statements once for all values, or each time for the values given. */
    function plan(once: boolean): void {
      if (once !== plansOnce) void startEarly(ask({ text: once ? PLAN_ONCE : PLAN_AS_USUAL }))
      plansOnce = once
    }
    try {
      // Nothing may be written outside the transaction.
      if (writes) await begun
      const result = await work({
        scope,
        whileCommitting: (run) => void meanwhile.push(run),
        rows: <R extends object>({ sql: text, parameters, recurs = false, isSmall = false, isLast = false }: Statement) => {
          const name = recurs ? nameOf(text, writes ? 'written' : 'read') : undefined
          // Otherwise the database plans it for its values each time, which takes longer than executing it.
          plan(name !== undefined && isSmall)
          const asked = ask<R>({ name, text, values: [...parameters] })
          if (isLast && !writes) {
            over = true
            ended = startEarly(send(client, 'commit'))
          }
          return asked
        },
        sql: <R extends object>(text: string, parameters: readonly unknown[] = []) => {
          plan(false)
          return ask<R>({ name: nameOf(text, 'own'), text, values: [...parameters] })
        },
        exclusiveClient: async () => {
          if (over) throw new Error('The transaction is over')
          await begun
          await last
          setPipelining(client, false)
          return client
        },
      })
      over = true
      if (!writes) {
        // Rows already read stay valid, however the transaction ends.
        void (ended ?? send(client, 'commit')).catch(() => (broken = true)).then(giveBack)
        return result
      }
      const committed = send(client, 'commit')
      for (const run of meanwhile) run()
      // COMMIT silently becomes ROLLBACK if a statement failed that no one awaited.
      if ((await committed).command === 'ROLLBACK') throw reason ?? new Error('The transaction was given up')
      giveBack()
      return result
    } catch (caught) {
      over = true
      await (ended ?? send(client, 'rollback')).catch(() => (broken = true))
      const error = codeOf(caught) === TRANSACTION_ABORTED ? (reason ?? caught) : caught
      if (codeOf(error) === OUTDATED) broken = true
      giveBack()
      throw error
    }
  }

  return {
    pool,
    close: () => pool.end(),
    read: (scope, work, { workers = false, late = 'server_busy' } = {}) =>
      withRetries(late, () =>
        inTransaction(workers ? BEGIN_READING : `${BEGIN_READING}; ${NO_PARALLEL_WORKERS}`, false, scope, work),
      ),
    write: (scope, work) => withRetries('write_timeout', () => inTransaction('begin', true, scope, work)),
  }
}

async function withRetries<T>(late: ErrorCode, transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await transaction()
    } catch (error) {
      if (attempt >= 3 || !RETRYABLE.has(codeOf(error))) return translate(error, late)
    }
  }
}

function settings(scope: Scope, statementTimeout: number): string {
  const company = 'company' in scope ? String(scope.company) : ''
  const platform = 'platform' in scope ? 'on' : ''
  return `select set_config('tiffin.company', '${company}', true), set_config('tiffin.platform', '${platform}', true), set_config('statement_timeout', '${statementTimeout}', true)`
}

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : ''

function throwUnavailable(error: unknown): never {
  throw Object.assign(apiError('database_unavailable'), { cause: error })
}

/** Turns failures of the database itself into contract errors; passes all others on. */
function translate(error: unknown, late: ErrorCode): never {
  const code = codeOf(error)
  if (code === TIMED_OUT) throw Object.assign(apiError(late), { cause: error })
  const lost =
    error instanceof Error &&
    /Connection terminated|timeout exceeded when trying to connect|connection error and is not queryable/.test(error.message)
  // After four attempts with the same problem, the client has to retry.
  if (CONNECTION_LOST.has(code) || RETRYABLE.has(code) || lost) throwUnavailable(error)
  throw error
}
