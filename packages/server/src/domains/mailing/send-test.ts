import { companyRoutes } from '@tiffin/core/rules'
import { apiError, type Calls } from '@tiffin/sdk/contract'
import type { CompanyCall, Handler } from '#server/context'
import { forgetTargets, sendToTarget, targetsOfAdmin } from '#domains/push/targets'
import { readEnabled, readCompany } from '#tenant/company-state'
import { consumeRateLimit } from '#limits/rate-limit'
import { companyLanguage } from './audience.ts'
import { type Content, openChannel } from './deliver.ts'
import { assertMayMail, readMailing } from './own-mailing.ts'
import { contentOf } from './send-mailing.ts'
import { textFor } from './text-for.ts'

/** Sends a mailing to the caller alone, so that they see it as customers will. */
export const test: Handler<Calls['Mailing']['test']> = async ({ mailing_id }, call) => {
  assertMayMail(call, 'update')
  const { company, session } = call
  const { content, channel, email, targets } = await call.db.read({ company }, async (tx) => {
    const mailing = await readMailing(tx, company, mailing_id)
    if ((await readEnabled({ tx, info: { company } })).enable !== 1) throw apiError('company_disabled')
    const [admin] = await tx.sql<{ email: string }>('select email from admin where admin_id = $1', [session.admin_id])
    const name = (await readCompany(tx, company))?.name ?? {}
    return {
      content: contentOf(mailing, await companyLanguage(tx, company), name),
      channel: mailing.channel,
      email: admin?.email ?? '',
      targets: await targetsOfAdmin(tx, session.admin_id),
    }
  })
  if (channel === 'mail' && email === '') throw apiError('contact_missing')
  if (channel === 'push' && targets.length === 0) throw apiError('device_missing')
  await consumeRateLimit(call.db, { what: 'test mailing', who: String(session.admin_id), max: 10, seconds: 60 })
  return {
    data: {
      status: 'OK',
      sent: channel === 'mail' ? [await testMail(call, content, email)] : await testPush(call, content, targets),
    },
  }
}

async function testMail(call: CompanyCall, content: Content, email: string) {
  const channel = openChannel(call, 'mail')
  try {
    const recipient = { id: `test-${crypto.randomUUID()}`, user: null, lang: call.lang, email, targets: [] }
    const { result, answer } = await channel.deliver(content, recipient)
    return { to: email, result, answer }
  } finally {
    channel.close()
  }
}

async function testPush(call: CompanyCall, content: Content, targets: Awaited<ReturnType<typeof targetsOfAdmin>>) {
  const say = (texts: Content['text']): string => textFor(texts, call.lang, content.companyLang)
  const shown = {
    title: say(content.subject) || say(content.companyName),
    body: say(content.text),
    url: companyRoutes['Company-Marketing-Mailing'],
    tag: 'test',
  }
  const sent = await Promise.all(
    targets.map(async (target) => {
      const { result, answer } = await sendToTarget(call.push, target, shown)
      return { id: target.push_target_id, to: serviceOf(target.endpoint), result, answer }
    }),
  )
  const gone = sent.filter(({ result }) => result === 'gone').map(({ id }) => id)
  if (gone.length > 0) await call.db.write({ global: true }, (tx) => forgetTargets(tx, gone))
  return sent.map(({ to, result, answer }) => ({ to, result, answer }))
}

const serviceOf = (endpoint: string): string => (URL.canParse(endpoint) ? new URL(endpoint).host : 'Firebase')
