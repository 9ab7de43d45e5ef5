import * as z from 'zod'
import { defineCall } from '../call.ts'
import {
  CHAT_HITS,
  CHAT_USERS_PAGE,
  chatAssignedSchema,
  chatColleagueSchema,
  chatFileSchema,
  chatHitSchema,
  chatUserSchema,
  MAX_CHAT_FILE,
  MAX_CHAT_SEARCHED,
} from '../chat.ts'
import { normalizeName } from '../normalize-name.ts'
import { typedPhoneSchema } from '../phone.ts'

const company = z.number().int().positive()
const OK = z.object({ data: z.object({ status: z.literal('OK') }) })

/** The conversations of the company, 30 a page: customers who are signed in or have messages, the latest first (CHAT-02 to 05). */
export const chatUsers = defineCall('Chat', 'users', {
  auth: 'session',
  company: 'required',
  effect: 'read',
  tokens: ['read'],
  input: z.object({
    /** Part of a phone or name. */
    search: z.string().max(100).default(''),
    offset: z.number().int().min(0).max(100_000).default(0),
    assigned: chatAssignedSchema.default('all'),
    /** Only this conversation. */
    user_id: z.number().int().positive().optional(),
  }),
  output: z.object({ data: z.object({ users: z.array(chatUserSchema).max(CHAT_USERS_PAGE) }) }),
  errors: ['option_required'],
})

/** Searches a conversation backwards. A call reads a bounded number of messages, so a long conversation takes several calls. */
export const findChat = defineCall('Chat', 'find', {
  auth: 'session',
  company: 'required',
  effect: 'read',
  tokens: ['read'],
  input: z.object({
    user_id: z.number().int().positive(),
    search: z.string().max(100),
    /** Only messages before the one with this `chat_id`. */
    before: z.number().int().min(1).max(2_147_483_647).optional(),
  }),
  output: z.object({
    data: z.object({
      /** The latest first. */
      hits: z.array(chatHitSchema).max(CHAT_HITS),
      /** How many messages were read, and the date of the earliest one. */
      searched: z.number().int().max(MAX_CHAT_SEARCHED),
      back_to: z.string().nullable(),
      /** `before` of the next call; null at the beginning of the conversation. */
      next: z.number().int().nullable(),
    }),
  }),
  errors: ['option_required', 'not_found'],
})

/** Who may be responsible for a conversation: those of the company who may answer customers. */
export const chatColleagues = defineCall('Chat', 'colleagues', {
  auth: 'session',
  company: 'required',
  effect: 'read',
  tokens: ['read'],
  input: z.object({}),
  output: z.object({ data: z.object({ colleagues: z.array(chatColleagueSchema) }) }),
  errors: ['option_required'],
})

/** Assigns a conversation to a colleague; null unassigns it. */
export const assignChat = defineCall('Chat', 'assign', {
  auth: 'session',
  company: 'required',
  effect: 'write',
  tokens: ['write'],
  input: z.object({ user_id: z.number().int().positive(), admin_id: z.number().int().positive().nullable() }),
  output: z.object({ data: z.object({ user: chatUserSchema }) }),
  errors: ['option_required', 'not_found'],
})

/** Stores a file for a message, which is then sent with flag 2 (AMB-253). Pictures become WebP. */
export const uploadChatFile = defineCall('Chat', 'upload', {
  auth: 'session',
  company: 'required',
  effect: 'write',
  rateLimit: { perHour: 300, per: 'user' },
  upload: true,
  tokens: ['write'],
  input: z.object({
    name: z.string().max(255),
    type: z.string().max(127),
    /** Base64 of at most 10 MB (AMB-017). */
    content: z.string().max(Math.ceil(MAX_CHAT_FILE / 3) * 4 + 200),
  }),
  output: z.object({ data: z.object({ file: chatFileSchema }) }),
  errors: ['option_required', 'too_large', 'pictures_full', 'content_unavailable', 'rate_limited'],
})

/** Sends a sign-in code to a customer's phone (AMB-250). */
export const customerCode = defineCall('Customer', 'code', {
  auth: 'none',
  effect: 'write',
  input: z.object({ company, phone: typedPhoneSchema, lang: z.string().max(10).optional() }),
  output: OK,
  errors: ['rate_limited', 'option_required', 'not_found'],
})

/** Signs a customer in with the code. The token opens the chat of this customer, nothing else. */
export const customerLogin = defineCall('Customer', 'login', {
  auth: 'none',
  effect: 'write',
  input: z.object({
    company,
    phone: typedPhoneSchema,
    code: z.string().min(1).max(20),
    /** Of a new customer. */
    name: z.string().overwrite(normalizeName).max(200).optional(),
  }),
  output: z.object({
    data: z.object({
      status: z.literal('OK'),
      token: z.string(),
      user: z.object({ user_id: z.number().int(), name: z.string(), phone: z.string(), img: z.string() }),
    }),
  }),
  errors: ['code_wrong', 'rate_limited', 'option_required', 'not_found', 'user_blocked', 'limit_reached'],
})

/** Ends a customer's session. */
export const customerSignout = defineCall('Customer', 'signout', {
  auth: 'none',
  effect: 'write',
  input: z.object({ customer_token: z.string().max(200) }),
  output: OK,
})
