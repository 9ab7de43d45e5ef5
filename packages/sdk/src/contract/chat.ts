import * as z from 'zod'
import { appSchema } from './wire.ts'

/** A file inside a frame may be this large; larger ones are uploaded by a call first (AMB-253). */
export const MAX_CHAT_FILE_IN_FRAME = 180_000
/** In bytes (AMB-017). */
export const MAX_CHAT_FILE = 10_000_000
export const CHAT_PAGE = 50
export const CHAT_USERS_PAGE = 30
/** Messages that a search finds in one call, and that it reads at most. */
export const CHAT_HITS = 50
export const MAX_CHAT_SEARCHED = 20_000
/** Minimum ms between two typing signals of a client (CHAT-32). */
export const TYPING_EVERY_MS = 500

/** A file of a message. `flag`: 1 not stored yet, `content` is base64; 2 stored, `content` is its name in the content store. */
export const chatFileSchema = z.object({
  flag: z.union([z.literal(1), z.literal(2)]),
  name: z.string().max(255),
  type: z.string().max(127),
  content: z.string().max(Math.ceil(MAX_CHAT_FILE_IN_FRAME / 3) * 4),
})
export type ChatFile = z.output<typeof chatFileSchema>

/**
 * A chat message on the wire (CHAT-10). `type`: 0 from the customer, 1 from an administrator. `status`: 0 pending to 3 read.
 * `chat_id` is its number in the conversation, without gaps. `text` is rich text with few tags.
 */
export const chatMessageSchema = z.object({
  uuid: z.uuid(),
  chat_id: z.number().int(),
  type: z.union([z.literal(0), z.literal(1)]),
  text: z.string().max(20_000),
  file: chatFileSchema.nullable(),
  quote: z.uuid().nullable(),
  status: z.number().int().min(0).max(3),
  date: z.string(),
  /** 1 on the first message of a day; computed by the client (AMB-190). */
  showdate: z.union([z.literal(0), z.literal(1)]).default(0),
  /** Ignored when unknown (AMB-190). */
  style: z.string().max(100).default(''),
  delete: z.union([z.literal(0), z.literal(1)]).default(0),
  user_id: z.number().int(),
  user_name: z.string().default(''),
  admin_id: z.number().int().nullable(),
  admin_name: z.string().default(''),
})
export type ChatMessage = z.output<typeof chatMessageSchema>

/** The fields of a message that the client sets; the server sets all others and ignores them in requests. */
const outgoingSchema = z.object({
  uuid: z.uuid(),
  text: z.string().max(20_000).default(''),
  file: chatFileSchema.nullable().default(null),
  quote: z.uuid().nullable().default(null),
  /** The conversation; not needed from a customer, who has only one (AMB-251). */
  user_id: z.number().int().positive().optional(),
  /** From a console: the number of the newest message its sender has seen. Refused if a colleague has replied since. */
  seen: z.number().int().min(0).optional(),
})
export type ChatOutgoing = z.output<typeof outgoingSchema>

const user_id = z.number().int().positive().optional()
const uuid = z.uuid()
const statuses = z.array(z.object({ uuid, status: z.number().int().min(0).max(3) })).max(500)
export type ChatStatus = { uuid: string; status: number }
/** `id`: a `chat_id` or uuid; null starts at the newest message. */
const page = {
  user_id,
  id: z.union([z.uuid(), z.number().int(), z.null()]).default(null),
  limit: z.number().int().min(1).max(CHAT_PAGE).default(CHAT_PAGE),
}

/**
 * The handshake (CHAT-29, CHAT-30). The server trusts only the token: values that differ from the session are refused (AMB-015). A
 * customer's token decides the company, too (AMB-251).
 */
const handshakeSchema = z.looseObject({
  mode: z.literal('handshake'),
  token: z.string().max(500).optional(),
  app: appSchema.optional(),
  company: z.number().int().optional(),
  role: z.number().int().nullable().optional(),
  admin_id: z.number().int().nullable().optional(),
  admin_name: z.string().max(500).optional(),
  admin_img: z.string().max(1000).optional(),
  user_id: z.number().int().nullable().optional(),
  user_name: z.string().max(500).optional(),
  user_img: z.string().max(1000).optional(),
  user_phone: z.string().max(100).optional(),
  timezone: z.string().max(100).optional(),
  /** Of owners only (AMB-187). */
  counter: z.literal(1).optional(),
  admin: z
    .object({ admin_id: z.number().int(), name: z.string(), img: z.string(), company: z.number().int() })
    .partial()
    .optional(),
})
export type ChatHandshake = z.input<typeof handshakeSchema>

/** Frames from a console or a customer to the chat socket (D3 §7). */
export const chatClientFrameSchema = z.discriminatedUnion('mode', [
  handshakeSchema,
  z.object({ mode: z.literal('message'), message: outgoingSchema }),
  z.object({ mode: z.literal('printing'), user_id }),
  z.object({ mode: z.literal('delete_message'), uuid }),
  z.object({ mode: z.literal('msg_status'), status: statuses }),
  z.object({ mode: z.literal('keepalive') }),
  z.object({ mode: z.literal('get_messages_top'), ...page }),
  z.object({ mode: z.literal('get_messages_bottom'), ...page }),
  z.object({ mode: z.literal('get_all_messages_from_uuid'), user_id, uuid, limit: page.limit }),
])
export type ChatClientFrame = z.input<typeof chatClientFrameSchema>
export type ParsedChatClientFrame = z.output<typeof chatClientFrameSchema>

/** A row of the list of conversations (CHAT-13). */
export const chatUserSchema = z.object({
  user_id: z.number().int(),
  phone: z.string(),
  name: z.string(),
  img: z.string(),
  chat_admin_unread: z.number().int(),
  chat_date: z.string().nullable(),
  /** Who is responsible for the conversation. */
  admin_id: z.number().int().nullable(),
  admin_name: z.string(),
})
export type ChatUser = z.output<typeof chatUserSchema>

/** Someone of the company who may answer customers. */
export const chatColleagueSchema = z.object({ admin_id: z.number().int(), name: z.string() })
export type ChatColleague = z.output<typeof chatColleagueSchema>

/** Filter of a conversation list: all, those assigned to the caller, or unassigned ones. */
export const chatAssignedSchema = z.enum(['all', 'mine', 'none'])
export type ChatAssigned = z.output<typeof chatAssignedSchema>

/** A message that a search has found. */
export const chatHitSchema = z.object({
  chat_id: z.number().int(),
  uuid: z.uuid(),
  date: z.string(),
  /** As of a message. */
  type: z.union([z.literal(0), z.literal(1)]),
  /** Who has written it. */
  name: z.string(),
  /** Plain text around the first match, on one line. */
  excerpt: z.string(),
})
export type ChatHit = z.output<typeof chatHitSchema>

/** When a company answers its customers, as of now. */
export const chatOpeningSchema = z.object({
  /** Null in a company without opening hours. */
  open: z.boolean().nullable(),
  /** When this opening ends; null if it does not, or if it is closed. */
  closes: z.string().nullable(),
  /** The next opening within a week. */
  opens: z.string().nullable(),
  /** The company's time zone and time format. */
  timezone: z.string(),
  hour_cycle: z.enum(['h12', 'h23']),
  /** The usual time to a reply: 1 for less than a minute, 1440 for a day; null if it is not known. */
  reply_minutes: z.number().int().nullable(),
})
export type ChatOpening = z.output<typeof chatOpeningSchema>

const messages = z.array(chatMessageSchema)
const pageAnswer = { user_id: z.number().int(), id: page.id, messages }
export const chatServerFrameSchema = z.discriminatedUnion('mode', [
  /** `uuid`: the message that was refused. The server closes the socket after an error. */
  z.object({
    mode: z.literal('error'),
    code: z.string(),
    error: z.string(),
    params: z.array(z.union([z.string(), z.number()])).optional(),
    uuid: uuid.optional(),
  }),
  /** `unread`: see the `unread` frame. `opening`: to customers only. */
  z.object({
    mode: z.literal('handshake'),
    server_time: z.number(),
    unread: z.number().int(),
    opening: chatOpeningSchema.optional(),
  }),
  z.object({ mode: z.literal('message'), message: chatMessageSchema }),
  z.object({ mode: z.literal('status'), user_id: z.number().int(), status: statuses }),
  /** Whether the customer is connected, and who of the company has the conversation open. */
  z.object({
    mode: z.literal('user_status'),
    user_id: z.number().int(),
    online: z.boolean(),
    viewers: z.array(z.object({ admin_id: z.number().int(), admin_name: z.string() })).optional(),
  }),
  /** Without `admin_id` the customer types. */
  z.object({
    mode: z.literal('printing'),
    user_id: z.number().int(),
    admin_id: z.number().int().optional(),
    admin_name: z.string().optional(),
  }),
  z.object({ mode: z.literal('get_messages_top'), ...pageAnswer }),
  z.object({ mode: z.literal('get_messages_bottom'), ...pageAnswer }),
  z.object({ mode: z.literal('get_all_messages_from_uuid'), ...pageAnswer }),
  /** The unread messages of all conversations, and the changed row of the list; for a customer those of theirs. */
  z.object({ mode: z.literal('unread'), unread: z.number().int(), user: chatUserSchema.optional() }),
  z.object({ mode: z.literal('delete_message'), user_id: z.number().int(), uuid }),
  z.object({ mode: z.literal('keepalive') }),
])
export type ChatServerFrame = z.output<typeof chatServerFrameSchema>
