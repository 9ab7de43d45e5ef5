/**
 * The chat's frames as D3 §7 and §3 name them, typed by hand from the documents: the frames of each side, and the fields that the
 * answer must have. `USER` is the customer of the conversation.
 */
export const USER = 'USER'

const uuid = (end: number): string => `7b1c2d30-0000-4000-8000-${String(end).padStart(12, '0')}`

/** D3 §3 */
export const messageFields = [
  'uuid',
  'chat_id',
  'type',
  'text',
  'file',
  'quote',
  'status',
  'date',
  'showdate',
  'style',
  'delete',
  'user_id',
  'user_name',
  'admin_id',
  'admin_name',
]
/** D3 §3: the chat user list. */
export const chatUserFields = ['user_id', 'phone', 'name', 'img', 'chat_admin_unread', 'chat_date', 'admin_id', 'admin_name']

/** D3 §7: the handshake, with the fields that company owners add. */
export const handshakeFields = [
  'role',
  'admin_id',
  'admin_name',
  'admin_img',
  'token',
  'user_id',
  'user_name',
  'user_img',
  'user_phone',
  'timezone',
  'counter',
  'admin',
]

interface Exchange {
  what: string
  by: 'admin' | 'customer'
  frame: Record<string, unknown>
  /** Reply to the sender. */
  answer?: { mode: string; fields: Record<string, unknown> }
  /** Frame for the other side. */
  other?: { mode: string; fields: Record<string, unknown> }
}

const message = (fields: Record<string, unknown>) => ({ mode: 'message', fields: { message: fields } })

export const exchanges: Exchange[] = [
  { what: 'keepalive', by: 'admin', frame: { mode: 'keepalive' }, answer: { mode: 'keepalive', fields: {} } },
  { what: 'keepalive of a customer', by: 'customer', frame: { mode: 'keepalive' }, answer: { mode: 'keepalive', fields: {} } },
  {
    what: 'a message from the user, which has type 0',
    by: 'customer',
    frame: { mode: 'message', message: { uuid: uuid(1), text: 'Where is my order?', file: null, quote: null } },
    answer: message({ uuid: uuid(1), type: 0, status: 1, user_id: USER, admin_id: null, delete: 0 }),
    other: message({ uuid: uuid(1), type: 0, text: 'Where is my order?' }),
  },
  {
    what: 'a message by an admin, which has type 1, with a quote as uuid',
    by: 'admin',
    frame: { mode: 'message', message: { uuid: uuid(2), user_id: USER, text: 'On its way', file: null, quote: uuid(1) } },
    answer: message({ uuid: uuid(2), type: 1, status: 1, quote: uuid(1) }),
    other: message({ uuid: uuid(2), type: 1, text: 'On its way' }),
  },
  {
    what: 'printing',
    by: 'customer',
    frame: { mode: 'printing' },
    other: { mode: 'printing', fields: { user_id: USER } },
  },
  {
    what: 'msg_status with a list of uuid and status',
    by: 'admin',
    frame: { mode: 'msg_status', status: [{ uuid: uuid(1), status: 3 }] },
    answer: { mode: 'status', fields: { status: [{ uuid: uuid(1), status: 3 }] } },
    other: { mode: 'status', fields: { status: [{ uuid: uuid(1), status: 3 }] } },
  },
  {
    what: 'get_messages_top with id and limit',
    by: 'admin',
    frame: { mode: 'get_messages_top', user_id: USER, id: null, limit: 50 },
    answer: { mode: 'get_messages_top', fields: { messages: [{ uuid: uuid(1) }, { uuid: uuid(2) }] } },
  },
  {
    what: 'get_messages_top before a message',
    by: 'customer',
    frame: { mode: 'get_messages_top', id: uuid(2), limit: 50 },
    answer: { mode: 'get_messages_top', fields: { messages: [{ uuid: uuid(1) }] } },
  },
  {
    what: 'get_messages_bottom with id and limit',
    by: 'customer',
    frame: { mode: 'get_messages_bottom', id: uuid(1), limit: 50 },
    answer: { mode: 'get_messages_bottom', fields: { messages: [{ uuid: uuid(2) }] } },
  },
  {
    what: 'get_all_messages_from_uuid with uuid and limit',
    by: 'customer',
    frame: { mode: 'get_all_messages_from_uuid', uuid: uuid(2), limit: 50 },
    answer: { mode: 'get_all_messages_from_uuid', fields: { messages: [{ uuid: uuid(2) }] } },
  },
  {
    what: 'delete_message with a uuid',
    by: 'admin',
    frame: { mode: 'delete_message', uuid: uuid(2) },
    answer: { mode: 'delete_message', fields: { uuid: uuid(2) } },
    other: { mode: 'delete_message', fields: { uuid: uuid(2) } },
  },
]

/** D3 §7: the received modes. */
export const serverModes = [
  'error',
  'handshake',
  'message',
  'status',
  'user_status',
  'printing',
  'get_messages_top',
  'get_messages_bottom',
  'get_all_messages_from_uuid',
  'unread',
  'delete_message',
  'keepalive',
]
