import { localized } from '@tiffin/core/rules'
import { entities } from '@tiffin/sdk/contract'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Context } from '../context.ts'
import { addressHash, readUnsubscribeToken, type Subscriber } from '#domains/mailing/unsubscribe-link'
import { makeChange } from '#engine/change'
import { readCompany } from '#tenant/company-state'
import { pageLang } from './page-html.ts'
import { unsubscribePageHtml } from './unsubscribe-page-html.ts'

const MAX_FORM = 4096

type Needed = Pick<Context, 'db' | 'feed' | 'keys'>

/**
 * The link at the end of a mail (RFC 8058). Only a POST unsubscribes: programs that scan mails open links. Mail programs send it
 * without a session, and people with the button of the page.
 */
export async function serveUnsubscribe(fastify: FastifyInstance, context: Needed): Promise<void> {
  const find = async (token: string): Promise<Subscriber | undefined> =>
    readUnsubscribeToken(await context.keys.unsubscribe(), token)

  fastify.get<{ Params: { token: string } }>('/unsubscribe/:token', async (request, reply) => {
    const subscriber = await find(request.params.token)
    if (!subscriber) return show(reply.code(404), 'missing', '', request.headers['accept-language'])
    const { company } = subscriber
    const state = await context.db.read({ company }, (tx) => readCompany(tx, company))
    const lang = languageOf(request.headers['accept-language'])
    return show(reply, 'ask', localized(state?.name ?? {}, lang), lang)
  })

  await fastify.register(async (scope) => {
    // Mail programs send one of two kinds of form, with nothing in it that matters.
    scope.addContentTypeParser('multipart/form-data', { parseAs: 'buffer', bodyLimit: MAX_FORM }, async () => ({}))
    scope.post<{ Params: { token: string } }>('/unsubscribe/:token', { bodyLimit: MAX_FORM }, async (request, reply) => {
      const subscriber = await find(request.params.token)
      const lang = request.headers['accept-language']
      if (!subscriber) return show(reply.code(404), 'missing', '', lang)
      await unsubscribe(context, subscriber)
      return show(reply, 'done', '', lang)
    })
  })
}

const languageOf = (accepted: string | undefined) => pageLang(accepted?.slice(0, 2))

const show = (reply: FastifyReply, state: 'ask' | 'done' | 'missing', company: string, accepted: string | undefined) =>
  reply
    .header('Cache-Control', 'no-store')
    // The address unsubscribes. With `no-referrer`, browsers would send the form with `Origin: null`, which is refused.
    .header('Referrer-Policy', 'same-origin')
    .type('text/html; charset=utf-8')
    .send(unsubscribePageHtml(state, company, languageOf(accepted)))

/**
 * Withdraws the customer's consent and blocks the address for all customers who have it; the history shows it. A link does so only
 * for the address that its mail went to: otherwise a customer could enter somebody else's address and block it.
 */
async function unsubscribe({ db, feed }: Needed, { company, user, channel, address }: Subscriber): Promise<void> {
  await makeChange(db, feed, { admin: null, company, app: 'customer', device: '' }, async (change) => {
    const found = (await change.lock(entities.user, [user])).get(user)
    if (!found || (address !== null && address !== addressHash(String(found['email'])))) return null
    const field = channel === 'mail' ? 'mail_consent' : 'push_consent'
    if (found[field] === 1) await change.update(entities.user, [{ key: user, set: { [field]: 0 } }])
    if (channel === 'mail' && address !== null && found['email'] !== '')
      await change.tx.sql(
        `insert into mail_block (company, address, reason) values ($1, lower($2), 'unsubscribed') on conflict (company, address) do nothing`,
        [company, found['email']],
      )
    return null
  })
}
