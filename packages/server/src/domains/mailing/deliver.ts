import type { MailingChannel, MessageResult, Multilang } from '@tiffin/sdk/contract'
import type { Context } from '#server/context'
import { languageOf } from '#domains/outbox/mail-text'
import { forgetTargets, sendToTarget, type Target, type TargetResult } from '#domains/push/targets'
import { type Mailer, openBulkMailer } from '#providers/mail'
import { textFor } from './text-for.ts'
import { unsubscribeToken } from './unsubscribe-link.ts'

/** Result of sending one message. */
export interface Outcome {
  result: MessageResult
  /** Response of the provider. */
  answer: string
  retryAfter?: string | undefined
  /** The address was refused for good. */
  isBlocked?: boolean
}

/** The message, the same for all recipients. */
export interface Content {
  company: number
  companyLang: string
  companyName: Multilang
  subject: Multilang
  text: Multilang
  /** Path that a push message opens. */
  url: string
  tag: string
}

export interface Recipient {
  /** The same in every attempt. */
  id: string
  /** Null for staff who send a test. */
  user: number | null
  lang: string
  email: string
  targets: Target[]
}

export type Deliver = (content: Content, recipient: Recipient) => Promise<Outcome>

export interface Channel {
  deliver: Deliver
  close(): void
}

export type DeliveryContext = Pick<Context, 'config' | 'db' | 'feed' | 'keys' | 'log' | 'now' | 'publicUrl' | 'push' | 'stopping'>

/** Opens a channel for many messages. */
export function openChannel(context: DeliveryContext, channel: MailingChannel): Channel {
  if (channel === 'push') return { deliver: (content, recipient) => deliverPush(context, content, recipient), close: () => {} }
  const mailer = openBulkMailer(context.config)
  return {
    deliver: (content, recipient) => deliverMail(context, mailer?.send ?? null, content, recipient),
    close: () => mailer?.close(),
  }
}

const footers = {
  en: 'You get this because you agreed to news by email. Unsubscribe:',
  ru: 'Вы получили это письмо, потому что согласились на рассылку. Отписаться:',
  ar: 'تصلك هذه الرسالة لأنك وافقت على الأخبار بالبريد. لإلغاء الاشتراك:',
} as const

async function deliverMail(
  { keys, publicUrl }: DeliveryContext,
  send: Mailer | null,
  content: Content,
  { id, user, lang, email }: Recipient,
): Promise<Outcome> {
  const { company, companyLang } = content
  const say = (texts: Multilang): string => textFor(texts, lang, companyLang)
  const link =
    user === null
      ? null
      : `${publicUrl()}/unsubscribe/${unsubscribeToken(await keys.unsubscribe(), { company, user, channel: 'mail', address: email })}`
  if (send === null) return { result: 'kept', answer: '' }
  const delivery = await send({
    id,
    to: email,
    subject: say(content.subject) || say(content.companyName),
    text: link === null ? say(content.text) : `${say(content.text)}\n\n-- \n${footers[languageOf(lang)]}\n${link}`,
    // RFC 8058
    ...(link === null
      ? {}
      : { headers: { 'List-Unsubscribe': `<${link}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } }),
  })
  const { result, answer } = delivery
  if (result === 'sent') return { result, answer }
  if (result === 'unreachable' && delivery.failure?.isUncertain) return { result: 'interrupted', answer }
  return { result, answer, isBlocked: delivery.failure?.isRecipientRefused === true }
}

/** The best answer of a customer's devices counts; while one may have the message, it is not sent again. */
const preference: readonly TargetResult['result'][] = ['sent', 'interrupted', 'unreachable', 'kept', 'refused', 'gone']

async function deliverPush({ db, push }: DeliveryContext, content: Content, recipient: Recipient): Promise<Outcome> {
  const { lang, targets } = recipient
  if (targets.length === 0) return { result: 'no_device', answer: '' }
  const say = (texts: Multilang): string => textFor(texts, lang, content.companyLang)
  const shown = {
    title: say(content.subject) || say(content.companyName),
    body: say(content.text),
    url: content.url,
    tag: content.tag,
  }
  const answers = await Promise.all(
    targets.map(async (target) => ({ target: target.push_target_id, ...(await sendToTarget(push, target, shown)) })),
  )
  const gone = answers.filter(({ result }) => result === 'gone').map(({ target }) => target)
  if (gone.length > 0) await db.write({ global: true }, (tx) => forgetTargets(tx, gone))
  const [best] = answers.toSorted((a, b) => preference.indexOf(a.result) - preference.indexOf(b.result))
  return best as Outcome
}
