import * as z from 'zod'
import { appSchema } from './wire.ts'

/** A chat message on the wire (D3 §3). `type`: 0 from the customer, 1 from an administrator. `status`: 0 pending to 3 read. */
export const chatMessageSchema = z.object({
  uuid: z.uuid(),
  chat_id: z.union([z.number().int(), z.string().max(100)]).optional(),
  type: z.union([z.literal(0), z.literal(1)]),
  text: z.string().max(20_000),
  file: z
    .object({
      flag: z.union([z.literal(1), z.literal(2)]),
      name: z.string().max(255),
      type: z.string().max(127),
      content: z.string(),
    })
    .nullable(),
  quote: z.uuid().nullable(),
  status: z.number().int().min(0).max(3),
  date: z.string(),
  delete: z.union([z.literal(0), z.literal(1)]).default(0),
  user_id: z.number().int(),
  user_name: z.string().optional(),
  admin_id: z.number().int().nullable(),
  admin_name: z.string().optional(),
})
export type ChatMessage = z.output<typeof chatMessageSchema>

const user_id = z.number().int().positive()
const uuid = z.uuid()
const status = z.array(z.object({ uuid, status: z.number().int().min(0).max(3) })).max(500)
const page = { user_id, id: z.union([z.uuid(), z.number().int(), z.null()]), limit: z.number().int().min(1).max(50).default(50) }

/** Frames from a console to the chat socket (D3 §7); the server trusts only the token (AMB-015). */
export const chatClientFrameSchema = z.discriminatedUnion('mode', [
  z.looseObject({
    mode: z.literal('handshake'),
    token: z.string().max(500).optional(),
    app: appSchema,
    company: z.number().int(),
  }),
  z.object({ mode: z.literal('message'), message: chatMessageSchema }),
  z.object({ mode: z.literal('printing'), user_id }),
  z.object({ mode: z.literal('delete_message'), uuid }),
  z.object({ mode: z.literal('msg_status'), status }),
  z.object({ mode: z.literal('keepalive') }),
  z.object({ mode: z.literal('get_messages_top'), ...page }),
  z.object({ mode: z.literal('get_messages_bottom'), ...page }),
  z.object({ mode: z.literal('get_all_messages_from_uuid'), user_id, uuid, limit: page.limit }),
])
export type ChatClientFrame = z.output<typeof chatClientFrameSchema>

const messages = z.array(chatMessageSchema)
export const chatServerFrameSchema = z.discriminatedUnion('mode', [
  z.object({ mode: z.literal('error'), code: z.string(), error: z.string() }),
  z.object({ mode: z.literal('handshake'), server_time: z.number() }),
  z.object({ mode: z.literal('message'), message: chatMessageSchema }),
  z.object({ mode: z.literal('status'), status }),
  z.object({ mode: z.literal('user_status'), user_id, online: z.boolean() }),
  z.object({ mode: z.literal('printing'), user_id }),
  z.object({ mode: z.literal('get_messages_top'), user_id, messages }),
  z.object({ mode: z.literal('get_messages_bottom'), user_id, messages }),
  z.object({ mode: z.literal('get_all_messages_from_uuid'), user_id, messages }),
  z.object({ mode: z.literal('unread'), unread: z.number().int() }),
  z.object({ mode: z.literal('delete_message'), uuid }),
  z.object({ mode: z.literal('keepalive') }),
])
export type ChatServerFrame = z.output<typeof chatServerFrameSchema>
