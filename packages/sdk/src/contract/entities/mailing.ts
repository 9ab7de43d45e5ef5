import { audienceSchema } from '../audience.ts'
import { defineEntity, type Row } from '../entity.ts'
import { choice, clock, id, int, json, moment, multilang, reference, word } from '../field.ts'

export const mailingChannels = ['push', 'mail'] as const
export type MailingChannel = (typeof mailingChannels)[number]

export const mailingStates = ['draft', 'scheduled', 'sending', 'paused', 'done', 'stopped'] as const
export type MailingState = (typeof mailingStates)[number]

/** Why the server paused a mailing: its time passed while no server ran, or the company may not send it any more. */
export const mailingPauses = ['late', 'company_disabled', 'option_required'] as const

const counter = () => int({ initial: 0, readonly: true, volatile: true })

/** A message to many customers of the company (AMB-140). Saving it sends nothing: `Mailing.start` does (AMB-255). */
export const mailing = defineEntity('mailing', {
  key: 'mailing_id',
  scope: 'company',
  access: { read: 'owners', write: 'owners' },
  gate: 'allow_mailing',
  search: ['subject', 'text'],
  joins: {
    company: { as: 'company_obj', fields: ['company_id', 'name', 'logo'] },
    creator: { as: 'creator_obj', fields: ['admin_id', 'login', 'name', 'surname', 'img'] },
  },
  fields: {
    mailing_id: id(),
    company: reference('company', { required: true, initial: { computed: 'company' } }),
    creator: reference('admin', { initial: { computed: 'actor' }, readonly: true }),
    channel: word(mailingChannels, { initial: 'push' }),
    subject: multilang(),
    text: multilang({ required: true }),
    audience: json(audienceSchema, { initial: {} }),
    /** Messages a minute; 0: as many as the provider takes. */
    per_minute: int({ initial: 0, max: 1_000_000 }),
    /** Nothing is sent between these times of day in the company's time zone; equal times: no quiet hours. */
    quiet_from: clock({ initial: '21:00' }),
    quiet_until: clock({ initial: '09:00' }),
    date_create: moment({ initial: { computed: 'now' }, readonly: true }),
    state: word(mailingStates, { initial: 'draft', readonly: true }),
    /** Why the server paused it; empty if a person did. */
    paused: word(mailingPauses, { readonly: true }),
    /** When it is to start; empty unless it is scheduled. */
    send_at: moment({ readonly: true }),
    started: moment({ readonly: true }),
    /** When it continues: after quiet hours, or by `per_minute`. */
    next_batch: moment({ readonly: true, volatile: true }),
    finished: moment({ readonly: true }),
    /** Recipients by result, from the rows of `message`. */
    total: counter(),
    success: counter(),
    fail: counter(),
    skipped: counter(),
    unknown: counter(),
    kept: counter(),
    /** 0 queued and 1 sending, both shown as in processing; 2 done (AMB-141). Derived from `state` (AMB-255). */
    status: choice([0, 1, 2], { initial: 0, readonly: true }),
  },
})
export type Mailing = Row<typeof mailing>
