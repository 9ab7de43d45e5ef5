import { chatFileSchema } from '../chat.ts'
import { defineEntity } from '../entity.ts'
import { choice, flag, int, json, moment, reference, text, uuid } from '../field.ts'

/** A message between a customer and the company (CHAT-10); created and changed only through the chat socket. */
export const chatMessage = defineEntity('chat_message', {
  key: 'uuid',
  scope: 'company',
  access: { read: 'owners', write: 'nobody' },
  gate: 'allow_chat',
  unique: [['user_id', 'chat_id']],
  index: [['user_id', 'date'], ['date']],
  fields: {
    uuid: uuid({ initial: { computed: 'uuid' }, readonly: true }),
    company: reference('company', { required: true, initial: { computed: 'company' } }),
    /** Its number in the conversation, without gaps. */
    chat_id: int({ initial: 0, readonly: true }),
    /** 0 from the customer, 1 by an administrator. */
    type: choice([0, 1], { initial: 1 }),
    text: text({ max: 20_000 }),
    file: json(chatFileSchema),
    /** The message that this one replies to. */
    quote: uuid(),
    /** 0 pending, 1 sent, 2 delivered, 3 read. */
    status: choice([0, 1, 2, 3], { initial: 0, readonly: true }),
    date: moment({ initial: { computed: 'now' }, readonly: true }),
    /** 1 on the first message of a day; computed by the client (AMB-190). */
    showdate: flag({ derived: true, readonly: true }),
    style: text({ max: 100 }),
    delete: flag({ readonly: true }),
    user_id: reference('user', { required: true, readonly: true }),
    user_name: text({ readonly: true, max: 200 }),
    admin_id: reference('admin', { readonly: true }),
    admin_name: text({ readonly: true, max: 200 }),
  },
})
