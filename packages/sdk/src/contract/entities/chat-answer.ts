import { defineEntity, type Row } from '../entity.ts'
import { id, multilang, reference, text } from '../field.ts'

/** A text that people of the company send often. `%name` and `%order` in it stand for the customer's name and latest order. */
export const chatAnswer = defineEntity('chat_answer', {
  key: 'chat_answer_id',
  scope: 'company',
  access: { read: 'owners', write: 'owners' },
  gate: 'allow_chat',
  search: ['title', 'text'],
  fields: {
    chat_answer_id: id(),
    company: reference('company', { required: true, initial: { computed: 'company' } }),
    /** Shortcut that finds the answer. */
    title: text({ required: true, max: 100 }),
    text: multilang({ required: true }),
  },
})
export type ChatAnswer = Row<typeof chatAnswer>
