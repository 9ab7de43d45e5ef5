import { createHash } from 'node:crypto'
import type { Page } from 'playwright'
import type { TestDatabase } from '@tiffin/server/test'

const TOKEN = 'customer_pictures'
/** The company of the login `owner`. */
const COMPANY = `(select company from admin where login = 'owner')`
/** Customers with a conversation. */
const USERS = `(select user_id, name, phone, row_number() over (order by user_id) as n from "user" where company = ${COMPANY} and name ~ '^[A-Z][a-z ]+' order by user_id limit 6)`

/** Minutes before now, who wrote it (0: the customer), and the text. */
const talk = [
  [1447, 0, 'Hello! Do you deliver to Oak Street on Sundays?'],
  [1441, 1, 'Yes, from 11:00 to 22:00. Here is the menu: https://grill.example/menu'],
  [1440, 0, 'Great, thank you'],
  [14, 0, 'Hi, it has been 50 minutes. Where is my order?'],
  [13, 0, 'And could the courier call me? The doorbell is broken.'],
  [9, 1, 'Sorry for the wait! It is with the courier and should be there by <b>17:50</b>. I asked him to call you.'],
  [8, 0, 'Perfect, thanks'],
] as const

interface Customer {
  company: number
  user_id: number
  name: string
  phone: string
}
let customer: Customer | undefined

/** Puts conversations into the demo; the first customer's one is open in the pictures. */
export async function seedChat({ asOwner }: Pick<TestDatabase, 'asOwner'>, now: number): Promise<void> {
  await asOwner(`update company set allow_chat = 1 where company_id = ${COMPANY}`)
  await asOwner('delete from chat_message')
  await asOwner('update "user" set chat_date = null, chat_admin_unread = 0')
  await asOwner('delete from customer_session')
  for (const [index, [minutes, type, text]] of talk.entries())
    await asOwner(
      `insert into chat_message (uuid, company, chat_id, type, text, status, date, user_id, user_name, admin_id, admin_name)
       select gen_random_uuid(), a.company, $1, $2::smallint, $3, 3, to_timestamp($4), u.user_id, u.name,
         case when $2::smallint = 1 then a.admin_id end, case when $2::smallint = 1 then a.name else '' end
       from ${USERS} u, admin a where u.n = 1 and a.login = 'owner'`,
      [index + 1, type, text, (now - minutes * 60_000) / 1000],
    )
  await asOwner(
    `insert into chat_conversation (company, user_id, last) select ${COMPANY}, user_id, case n when 1 then $1 else 0 end from ${USERS} u
     on conflict (company, user_id) do update set last = excluded.last`,
    [talk.length],
  )
  await asOwner(
    `update "user" set chat_date = to_timestamp($1) - u.n * u.n * interval '8 minutes', chat_admin_unread = case u.n when 2 then 3 when 4 then 1 else 0 end
     from ${USERS} u where "user".user_id = u.user_id`,
    [now / 1000],
  )
  await asOwner(
    `insert into customer_session (token_hash, company, user_id, expires) select $1, ${COMPANY}, user_id, now() + interval '1 day' from ${USERS} u where n = 1`,
    [createHash('sha256').update(TOKEN).digest()],
  )
  const found = await asOwner<Customer>(`select ${COMPANY} as company, user_id, name, phone from ${USERS} u where n = 1`)
  customer = found[0]
}

/** The page of the customer, with the conversation. */
export async function openCustomerPage(page: Page): Promise<void> {
  const address = await enterAsCustomer(page)
  await page.goto(address)
}

/** A store's page with the widget open. */
export async function openWidget(page: Page): Promise<void> {
  const address = await enterAsCustomer(page)
  const shop = new URL('/shop', address).href
  const paragraph = 'Fresh bread, soup and stews from our kitchen, every day from eleven. '
  const script = `<script src="/chat/widget.js" data-company="${customer?.company}"></script>`
  await page.route(shop, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><style>body{font:16px/1.6 sans-serif;margin:32px}</style><h1>Saffron Street</h1><p>${paragraph.repeat(12)}</p>${script}`,
    }),
  )
  await page.goto(shop)
  await page.getByRole('button').last().click()
}

async function enterAsCustomer(page: Page): Promise<string> {
  const lang = await page.evaluate(() => localStorage.getItem('tiffin.lang'))
  const { company = 0, ...user } = customer ?? {}
  const entry = [`chat.customer.${company}`, JSON.stringify({ token: TOKEN, user: { ...user, img: '' } })] as const
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), entry)
  return new URL(`/chat/${company}/?lang=${lang}`, page.url()).href
}

/** Opens the first conversation of the console. */
export async function openConversation(page: Page): Promise<void> {
  await page.getByTestId(`chat-user-${customer?.user_id}`).click()
}
