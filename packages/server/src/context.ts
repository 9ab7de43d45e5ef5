import type { Readable } from 'node:stream'
import type { Api, App, Calls, Output, Parsed } from '@tiffin/sdk/contract'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Database } from '#db/database'
import type { ContentStore } from '#content/content-store'
import type { FeedListener } from '#engine/change'
import type { Session, Sessions } from '#sessions/sessions'
import type { ImageServices } from '#providers/image-services'

/** What every part of the server shares; made once in start-server.ts. */
export interface Context {
  config: Config
  db: Database
  log: Logger
  /** Tells all processes which feeds have grown. */
  feed: FeedListener
  content: ContentStore
  images: ImageServices
  now(): Date
  /** Ends what would outlast a stop of the server, such as a download. */
  stopping: AbortSignal
}

/** A file as the answer of a call. */
export interface Download {
  stream: Readable
  /** How many rows of data it holds, where that is known before. */
  rows?: number
  type: string
  /** Plain letters, digits, points and hyphens. */
  filename: string
}

/** One call as its handler sees it. */
export interface CallContext extends Context {
  session: Session | null
  sessions: Sessions
  /** Secret of the session, for calls that give its token again. */
  secret: string | null
  /** The company acted for, already checked against the person's memberships; null for none. */
  company: number | null
  lang: string
  app: App
  address: string
  idempotencyKey: string | undefined
  /** Hash of api, method, company and data. */
  requestHash: Buffer
  /** The answer itself: its cookies, and whether anybody waits for it still. */
  reply: ReplyControl
}

export interface ReplyControl {
  setSession(secret: string, options: { remember: boolean }): void
  /** Runs when the connection has ended, in whatever way; at once where it has. */
  onClose(run: () => void): void
}

/** A call that declares `auth: 'session'`. */
export interface SessionCall extends CallContext {
  session: Session
  secret: string
}

/** A call that declares `company: 'required'`. */
export interface CompanyCall extends SessionCall {
  company: number
}

/** What a handler may rely on follows from what its call declares. */
type ContextOf<C> = C extends { company: 'required' } ? CompanyCall : C extends { auth: 'session' } ? SessionCall : CallContext

export type Handler<C> = (input: Parsed<C>, call: ContextOf<C>) => Promise<Output<C> | RawJson>

/** JSON text that has already been written, as by the database; it is sent as it is, with the envelope around it. */
export interface RawJson {
  json: string | Buffer
}

/** Handlers by api and method; calls that are planned have none. */
export type Handlers = { [A in Api]?: { [M in keyof Calls[A]]?: Handler<Calls[A][M]> } }
