import { type ClientBase, Pool, type PoolClient, type PoolConfig, type QueryConfig, type QueryResultRow, types } from 'pg'
import { apiError, type ErrorCode } from '@tiffin/sdk/contract'

/** Whose rows a transaction meets: one company's, the whole platform's for reading, or none but global ones. */
export type Scope = { company: number } | { platform: true } | { global: true }

export interface Statement {
  readonly sql: string
  readonly parameters: readonly unknown[]
  /** Whether the same text comes again and again, so that connections should keep it prepared. */
  readonly recurs?: boolean
  /** Whether it gives few rows whatever its values are, so that one plan serves them all once it is prepared. */
  readonly isSmall?: boolean
}

/** An open transaction within a scope. */
export interface Tx {
  readonly scope: Scope
  /** Rows of one statement, such as a search, whose text may never come again. */
  rows<R extends object = Record<string, unknown>>(statement: Statement): Promise<R[]>
  /** Rows of one statement given as text; texts recur, and what varies is a parameter. */
  sql<R extends object = Record<string, unknown>>(text: string, parameters?: readonly unknown[]): Promise<R[]>
  /** Does some work of ours while the database commits, such as writing down the answer; it may not throw. */
  whileCommitting(run: () => void): void
  /** The connection itself, for cursors, once all that was asked for before is answered; from then on one statement at a time. */
  exclusiveClient(): Promise<PoolClient>
}

/**
 * Whether statements that are asked for together go to the database at once (https://node-postgres.com/features/pipelining), which
 * saves the wait for each; cursors and COPY cannot share a connection so.
 */
export function sendAtOnce(client: ClientBase, pipeline: boolean): void {
  Object.assign(client, { pipeline })
}

/** A statement that is asked for before its answer is awaited: whoever fails before no longer hears how it ends. */
export function startEarly<T>(asked: Promise<T>): Promise<T> {
  asked.catch(() => {})
  return asked
}

export interface Database {
  /**
   * Reads in one snapshot; nothing can be written. `workers` lets the database use several for what looks at many rows. Tried
   * again as a write is. What takes too long ends with `late`, which says what its reader can do about it.
   */
  read<T>(scope: Scope, work: (tx: Tx) => Promise<T>, options?: { workers?: boolean; late?: ErrorCode }): Promise<T>
  /**
   * Writes all or nothing, which `write_timeout` says of what takes too long; tried again up to three times after deadlocks,
   * serialisation failures and changes of the schema.
   */
  write<T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T>
  readonly pool: Pool
  close(): Promise<void>
}

const GONE = new Set([
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
/** Ends a transaction that may begin nothing further as if the database had done so. */
export const timedOut = (): Error => Object.assign(new Error('There is no time left'), { code: TIMED_OUT })

/**
 * Statements that a connection keeps prepared, at most: for every connection the database holds up to 0.6 MB for one that reads
 * rows with all that they point to, and a tenth of that for others. Those that are put together of what is asked for take no
 * more than their part, so that nobody can use up the server's own.
 */
const MOST_PREPARED = { own: 300, read: 50, written: 150 }
/** Texts that were asked for once, at most: a second time they are known to recur. */
const MOST_SEEN = 2000
/** What another release has changed meanwhile does not fit a statement that is kept; a new connection knows nothing of it. */
const OUTDATED = '0A000'
/** What is said of each statement after the one that has failed. */
const GIVEN_UP = '25P02'
const RETRIED = new Set(['40001', '40P01', OUTDATED])

/**
 * Reads are of a few rows with their names joined: to try out orders of the joins, or to start workers for a count that
 * ends early, takes longer than the rows.
 */
const BEGIN_READING = `begin isolation level repeatable read read only; set local join_collapse_limit = 1`
const PLAN_ONCE = 'set local plan_cache_mode = force_generic_plan'
const PLAN_AS_USUAL = 'set local plan_cache_mode = auto'
const ALONE = 'set local max_parallel_workers_per_gather = 0'

// Sums of bigint stay within 2^53 here; as strings they would leak into JSON as text.
types.setTypeParser(types.builtins.INT8, Number)

/**
 * Opens the application's pool. It may lead through a pooler that lends a connection for one transaction: settings belong to
 * the transaction, never to the connection or its start.
 * @param options.statementTimeout milliseconds
 * @param options.keepsPrepared false where connections may be others than those that have prepared a statement
 */
export function openDatabase(
  config: PoolConfig,
  { statementTimeout = 5000, keepsPrepared = true }: { statementTimeout?: number; keepsPrepared?: boolean } = {},
): Database {
  const pool = new Pool({
    max: 20,
    application_name: 'tiffin',
    // A database that swallows what it is sent must not hang calls for ever.
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    ...config,
  })
  // A connection that the server closes while idle is not an error of anybody's call.
  pool.on('error', () => {})
  // Neither is that of one which the pool has just given up: unheard, it would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))

  const prepared = { own: new Map<string, string>(), read: new Map<string, string>(), written: new Map<string, string>() }
  const seen = new Set<string>()
  /** A name under which connections keep the statement prepared; undefined for those beyond the first so many. */
  function nameOf(text: string, kind: keyof typeof prepared): string | undefined {
    if (!keepsPrepared) return undefined
    const names = prepared[kind]
    const known = names.get(text)
    if (known !== undefined || names.size >= MOST_PREPARED[kind]) return known
    if (kind !== 'own' && !seen.has(text)) {
      if (seen.size >= MOST_SEEN) seen.clear()
      seen.add(text)
      return undefined
    }
    const name = `${kind}_${names.size}`
    names.set(text, name)
    return name
  }

  /** @param writes waits for the end */
  async function inTransaction<T>(begin: string, writes: boolean, scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> {
    const client = await pool.connect().catch(unavailable)
    let broken = false
    // A connection that breaks between two statements tells so here; unheard, it would end the process.
    const lost = (): void => void (broken = true)
    client.on('error', lost)
    const giveBack = (): void => {
      client.off('error', lost)
      client.release(broken)
    }
    const meanwhile: (() => void)[] = []
    sendAtOnce(client, true)
    const begun = startEarly(client.query(`${begin}; ${settings(scope, statementTimeout)}`))
    let last: Promise<unknown> = begun
    let over = false
    /** Why the database has given the transaction up: what is asked after it hears only that it did. */
    let reason: Error | undefined
    const ask = async <R extends object>(query: QueryConfig): Promise<R[]> => {
      // The connection may be somebody else's by now.
      if (over) throw new Error('The transaction is over')
      const asked = startEarly(client.query<R & QueryResultRow>(query))
      last = asked.catch((error: Error) => (reason ??= error))
      // What was read outside a transaction, and outside its company, is no answer.
      await begun
      return (await asked).rows
    }
    try {
      // Nothing may be written outside of it.
      if (writes) await begun
      const result = await work({
        scope,
        whileCommitting: (run) => void meanwhile.push(run),
        rows: <R extends object>({ sql: text, parameters, recurs = false, isSmall = false }: Statement) => {
          const name = recurs ? nameOf(text, writes ? 'written' : 'read') : undefined
          const query = { name, text, values: [...parameters] }
          if (name === undefined || !isSmall) return ask<R>(query)
          // Else the database would plan it for its values each time, which takes longer than to carry it out.
          void startEarly(ask({ text: PLAN_ONCE }))
          const asked = ask<R>(query)
          void startEarly(ask({ text: PLAN_AS_USUAL }))
          return asked
        },
        sql: <R extends object>(text: string, parameters: readonly unknown[] = []) =>
          ask<R>({ name: nameOf(text, 'own'), text, values: [...parameters] }),
        exclusiveClient: async () => {
          if (over) throw new Error('The transaction is over')
          await begun
          await last
          sendAtOnce(client, false)
          return client
        },
      })
      over = true
      const committed = client.query('commit')
      for (const run of meanwhile) run()
      // What was read stands, however the transaction ends.
      if (!writes) void committed.catch(() => (broken = true)).then(giveBack)
      // The database answers so, and with no error, where it has given up what nobody waited for.
      else if ((await committed).command === 'ROLLBACK') throw reason ?? new Error('The transaction was given up')
      else giveBack()
      return result
    } catch (caught) {
      over = true
      await client.query('rollback').catch(() => (broken = true))
      const error = codeOf(caught) === GIVEN_UP ? (reason ?? caught) : caught
      if (codeOf(error) === OUTDATED) broken = true
      giveBack()
      throw error
    }
  }

  return {
    pool,
    close: () => pool.end(),
    read: (scope, work, { workers = false, late = 'server_busy' } = {}) =>
      tried(late, () => inTransaction(workers ? BEGIN_READING : `${BEGIN_READING}; ${ALONE}`, false, scope, work)),
    write: (scope, work) => tried('write_timeout', () => inTransaction('begin', true, scope, work)),
  }
}

async function tried<T>(late: ErrorCode, transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await transaction()
    } catch (error) {
      if (attempt >= 3 || !RETRIED.has(codeOf(error))) return translate(error, late)
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

function unavailable(error: unknown): never {
  throw Object.assign(apiError('database_unavailable'), { cause: error })
}

/** Turns failures of the database itself into errors of the contract; everything else passes unchanged. */
function translate(error: unknown, late: ErrorCode): never {
  const code = codeOf(error)
  if (code === TIMED_OUT) throw Object.assign(apiError(late), { cause: error })
  const lost =
    error instanceof Error &&
    /Connection terminated|timeout exceeded when trying to connect|connection error and is not queryable/.test(error.message)
  // What has met the same obstacle four times is for the client to send again.
  if (GONE.has(code) || RETRIED.has(code) || lost) unavailable(error)
  throw error
}
