import * as z from 'zod'
import { appSchema, envelopeSchema } from './wire.ts'

const feed = z.number().int().min(0)
const key = z.number().int().positive()
const merchants = z.union([z.literal('all'), z.array(key).max(1000)])

/** Frames that a client may send on `/live`; the first one must be `hello`, within 5 s. */
export const liveClientFrameSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('hello'),
    token: z.string().max(500).optional(),
    app: appSchema,
    company: key,
    merchants,
    /** Feed number of the client's snapshot; later changes are sent at once. */
    since: feed,
    /** An open board that counts as user input, so that its session does not expire (DESIGN §3, Sessions). */
    kiosk: z.boolean().default(false),
    lang: z.string().max(10).optional(),
  }),
  z.object({ type: z.literal('watch'), merchants, since: feed }),
  z.object({ type: z.literal('ping') }),
])
export type LiveClientFrame = z.input<typeof liveClientFrameSchema>
export type ParsedLiveClientFrame = z.output<typeof liveClientFrameSchema>

/** As in the envelope of a response: `params` fill %1 to %4 of the message. */
const refusal = { code: z.string(), error: z.string(), params: envelopeSchema.shape.params }

/** Why a client must reload everything. */
export const resyncReasons = ['access', 'membership', 'status', 'company', 'too_old', 'large_change'] as const

const boardRow = z.record(z.string(), z.unknown())

/**
 * Frames that the server sends on `/live`. A client resumes from the highest `feed` of the frames after `welcome`: each of them
 * promises that all changes up to that number have been sent. The `feed` of `welcome` is only the server's current number.
 */
export const liveServerFrameSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('welcome'), feed, server_time: z.number() }),
  /** Orders in board form (all joins), and keys of orders that this client may no longer see. */
  z.object({
    type: z.literal('orders'),
    feed,
    server_time: z.number(),
    rows: z.array(boardRow),
    gone: z.array(key),
    /** The intents that caused the change, so that a client recognises its own moves. */
    intents: z.array(z.string()).optional(),
  }),
  /**
   * New orders that no one acknowledges: step 1 sounds louder, step 2 goes to owners regardless of their merchants (KDS-08).
   */
  z.object({
    type: z.literal('escalation'),
    feed,
    server_time: z.number(),
    orders: z.array(
      z.object({
        order_id: key,
        merchant: key,
        ticket: z.number().int(),
        step: z.union([z.literal(1), z.literal(2)]),
        /** Minutes since the order came in. */
        minutes: z.number().int(),
        /** False if no console has shown it yet (MOON-02). */
        shown: z.boolean(),
      }),
    ),
  }),
  /** Phones that have started to ring within the last minute, for users who may take orders; empty if the number is hidden. */
  z.object({ type: z.literal('ring'), feed, phones: z.array(z.string()) }),
  /** Rows of other tables that changed, such as print_job, order_status or merchant. */
  z.object({ type: z.literal('changed'), feed, table: z.string(), ids: z.array(z.union([z.number(), z.string()])) }),
  z.object({ type: z.literal('resync'), feed, reason: z.enum(resyncReasons) }),
  z.object({ type: z.literal('pong'), feed, server_time: z.number() }),
  z.object({ type: z.literal('signed_out'), ...refusal }),
  z.object({ type: z.literal('error'), ...refusal }),
])
export type LiveServerFrame = z.output<typeof liveServerFrameSchema>
