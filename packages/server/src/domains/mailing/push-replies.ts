import { messagePreview } from '@tiffin/core/rules'
import type { ChatFile } from '@tiffin/sdk/contract'
import { targetsOfUsers } from '#domains/push/targets'
import { createLimiter } from '#limits/concurrency-limit'
import { readCompany } from '#tenant/company-state'
import { companyLanguage } from './audience.ts'
import { type DeliveryContext, openChannel } from './deliver.ts'

/** How long a reply may stay unread before the customer's devices show it. Customers with an open chat read it sooner. */
const UNREAD_FOR = '2 minutes'
/** Replies that an outage delayed for longer than this are not sent. */
const NOT_AFTER = '1 day'
/** Maximum for each company in one run; the rest waits for the next minute. */
const MAX_CONVERSATIONS = 500

interface Reply {
  user_id: number
  chat_id: number
  lang: string
  text: string
  file: ChatFile | null
}

/** Sends unread replies to the devices of customers who agreed to it: the newest one of each conversation, once. */
export async function pushReplies(context: DeliveryContext): Promise<void> {
  const companies = await context.db.read({ platform: true }, (tx) =>
    tx.sql<{ company: number }>(
      `select distinct t.company from push_target t join company c on c.company_id = t.company
       where t.kind = 'customer' and c.allow_chat = 1 and c.enable = 1 and c.deleted is null`,
    ),
  )
  for (const { company } of companies) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one company after the other, so that each may be large
      await pushRepliesOf(context, company)
    } catch (error) {
      context.log.error({ err: error, company }, "can't send replies on")
    }
  }
}

async function pushRepliesOf(context: DeliveryContext, company: number): Promise<void> {
  const { db, log } = context
  // Committed before anything is sent, so nothing is sent twice after a crash (AMB-256).
  const { replies, companyName, companyLang, targets } = await db.write({ company }, async (tx) => {
    const taken = await tx.sql<Reply>(TAKE_REPLIES, [company])
    const users = taken.map(({ user_id }) => user_id)
    return {
      replies: taken,
      companyName: (await readCompany(tx, company))?.name ?? {},
      companyLang: await companyLanguage(tx, company),
      targets: await targetsOfUsers(tx, company, users),
    }
  })
  const channel = openChannel(context, 'push')
  const limited = createLimiter(20)
  const send = async ({ user_id: user, chat_id, lang, text, file }: Reply): Promise<void> => {
    const line = messagePreview(text) || (file?.name ?? '')
    const { result, answer } = await channel.deliver(
      { company, companyLang, companyName, subject: {}, text: { [companyLang]: line }, url: `/chat/${company}/`, tag: 'chat' },
      { id: `chat-${user}-${chat_id}`, user, lang, email: '', targets: targets.get(user) ?? [] },
    )
    if (result !== 'unreachable') return
    // It was certainly not sent, so the next run tries again.
    log.warn({ company, user, answer }, "can't send a reply on yet")
    await db.write({ company }, (tx) =>
      tx.sql('update chat_conversation set pushed = $3 - 1 where company = $1 and user_id = $2 and pushed = $3', [
        company,
        user,
        chat_id,
      ]),
    )
  }
  await Promise.all(replies.map((reply) => limited(() => send(reply))))
}

const TAKE_REPLIES = `with due as (
    select c.user_id, u.lang, m.chat_id, m.text, m.file
    from chat_conversation c
    join "user" u on u.company = c.company and u.user_id = c.user_id and u.push_consent = 1 and u.status <> 0,
    lateral (select m.chat_id, m.text, m.file from chat_message m
      where m.company = c.company and m.user_id = c.user_id and m.chat_id > greatest(c.pushed, c.last - 200)
        and m.type = 1 and m.delete = 0 and m.status < 3
        and m.date between now() - interval '${NOT_AFTER}' and now() - interval '${UNREAD_FOR}'
      order by m.chat_id desc limit 1) m
    where c.company = $1 and c.last > c.pushed
      and c.user_id in (select t.user_id from push_target t where t.kind = 'customer' and t.company = $1)
    order by c.user_id limit ${MAX_CONVERSATIONS} for update of c skip locked)
  update chat_conversation c set pushed = due.chat_id from due where c.company = $1 and c.user_id = due.user_id
  returning due.*`
