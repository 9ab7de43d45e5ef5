import type { Readable } from 'node:stream'
import type { Api, App, Calls, Output, Parsed } from '@tiffin/sdk/contract'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Database } from '#db/database'
import type { ContentStore } from '#content/content-store'
import type { FeedListener } from '#engine/change'
import type { SecretBox } from '#sessions/secret-box'
import type { Session, Sessions } from '#sessions/sessions'
import type { Geocoder } from '#providers/geocoder'
import type { PaymentProvider } from '#providers/payments/payment-provider'
import type { ImageServices } from '#providers/image-services'
import type { Mailer } from '#providers/mail'
import type { SmsSender } from '#providers/sms'
import type { PushServices } from '#providers/push/create-push'
import type { ServerKeys } from '#sessions/server-keys'

/** Services shared by all parts of the server; created once in start-server.ts. */
export interface Context {
  config: Config
  db: Database
  log: Logger
  /** Notifies all processes of feeds that have grown. */
  feed: FeedListener
  content: ContentStore
  images: ImageServices
  /** Null if none is configured (AMB-136). */
  geocoder: Geocoder | null
  /** Null if none is configured: the outbox then keeps the mails. */
  mailer: Mailer | null
  sms: SmsSender | null
  push: PushServices
  /** Where people reach the console, for links in mails. Never derived from a request, which could name another host. */
  publicUrl(): string
  payments: PaymentProvider
  /** Encrypts secrets that are kept in the database. */
  secretBox: SecretBox
  /** Keys of the installation, made when they are first needed. */
  keys: ServerKeys
  now(): Date
  /** Aborts work that would outlast a server stop, such as a download. */
  stopping: AbortSignal
}

/** A file as the response to a call. */
export interface Download {
  stream: Readable
  /** Number of rows, if known in advance. */
  rows?: number
  type: string
  /** Only letters, digits, dots and hyphens. */
  filename: string
}

/** A call as its handler sees it. */
export interface CallContext extends Context {
  session: Session | null
  sessions: Sessions
  /** Secret of the session, for calls that return its token again. */
  secret: string | null
  /** The user's current company, already checked against their memberships; null for none. */
  company: number | null
  lang: string
  app: App
  address: string
  idempotencyKey: string | undefined
  /** Hash of the request, which a repeat with the same idempotency key must match. */
  requestHash: Buffer
  /** Controls the response itself: its cookies, and whether the client is still connected. */
  reply: ReplyControl
}

export interface ReplyControl {
  setSession(secret: string, options: { remember: boolean }): void
  /** Runs when the connection closes for any reason, or at once if it already has. */
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

/** The context type that a call's declaration guarantees to its handler. */
type ContextOf<C> = C extends { company: 'required' } ? CompanyCall : C extends { auth: 'session' } ? SessionCall : CallContext

export type Handler<C> = (input: Parsed<C>, call: ContextOf<C>) => Promise<Output<C> | RawJson>

/** JSON text already serialised, for example by the database; sent unchanged inside the envelope. */
export interface RawJson {
  json: string | Buffer
}

/** Handlers by api and method; planned calls have none. */
export type Handlers = { [A in Api]?: { [M in keyof Calls[A]]?: Handler<Calls[A][M]> } }
