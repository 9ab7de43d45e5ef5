import type { Page } from 'playwright'
import type { TestDatabase } from '@tiffin/server/test'

/** The company of the login `owner`. */
const COMPANY = `(select company from admin where login = 'owner')`

/** Puts a draft and a mailing that is being sent into the demo, with its first messages and two blocked addresses. */
export async function seedMailings({ asOwner }: Pick<TestDatabase, 'asOwner'>, now: number): Promise<void> {
  await asOwner(`update company set allow_mailing = 1, allow_push = 1 where company_id = ${COMPANY}`)
  for (const table of ['message', 'mail_block', 'mailing']) await asOwner(`delete from ${table} where company = ${COMPANY}`)
  await asOwner(
    `update "user" set lang = 'en', email = case when user_id % 17 = 0 then '' else 'customer' || user_id || '@mail.example' end,
       mail_consent = (user_id % 9 <> 0)::int where company = ${COMPANY}`,
  )
  const write = (values: object): Promise<{ mailing_id: number }[]> =>
    asOwner<{ mailing_id: number }>(
      `insert into mailing (company, creator, channel, subject, text, date_create, state, status, started, total, success, fail, skipped, unknown, audience)
       select ${COMPANY}, (select admin_id from admin where login = 'owner'), 'mail', m.subject, m.text, to_timestamp($2), m.state, m.status,
         case when m.state = 'draft' then null else to_timestamp($2) end, m.total, m.success, m.fail, m.skipped, m.unknown, m.audience
       from jsonb_to_record($1) as m (subject jsonb, text jsonb, state text, status smallint, total int, success int, fail int, skipped int, unknown int, audience jsonb)
       returning mailing_id`,
      [JSON.stringify({ total: 0, success: 0, fail: 0, skipped: 0, unknown: 0, audience: {}, ...values }), now / 1000],
    )
  const [sending] = await write({
    subject: { en: 'Soup week', ru: 'Неделя супов', ar: 'أسبوع الحساء' },
    text: {
      en: 'Every soup at half price until Sunday',
      ru: 'Все супы за полцены до воскресенья',
      ar: 'كل أنواع الحساء بنصف السعر حتى الأحد',
    },
    state: 'sending',
    status: 1,
    total: 1204,
    success: 702,
    fail: 3,
    skipped: 96,
    unknown: 1,
  })
  await asOwner(
    `insert into message (company, user_id, mailing_id, channel, phone, subject, text, push, result, date_create, date_sent, creator)
     select company, user_id, $1, 'mail', phone, '{}', '{}', (array[1, 1, 2, 5])[1 + n % 4], (array['sent', 'sent', 'refused 550 No such user', 'no_consent'])[1 + n % 4],
       to_timestamp($2), to_timestamp($2), (select admin_id from admin where login = 'owner')
     from (select company, user_id, phone, (row_number() over (order by user_id))::int as n from "user" where company = ${COMPANY} limit 8) u`,
    [sending?.mailing_id, now / 1000],
  )
  await asOwner(
    `insert into mail_block (company, address, reason, date, mailing_id) values
       (${COMPANY}, 'ida.brandt@mail.example', 'unsubscribed', to_timestamp($2), $1), (${COMPANY}, 'old.address@mail.example', 'bounce', to_timestamp($2), $1)`,
    [sending?.mailing_id, now / 1000],
  )
  await write({
    subject: { en: 'We miss you', ru: 'Мы скучаем', ar: 'اشتقنا إليك' },
    text: { en: 'Ten per cent off your next order', ru: 'Скидка 10 % на следующий заказ', ar: 'خصم عشرة بالمئة على طلبك القادم' },
    state: 'draft',
    status: 0,
    audience: { langs: ['en'], orders_min: 1 },
  })
}

/** Opens a tab of the row with this number. */
export const openMailing =
  (row: number, tab: number) =>
  async (page: Page): Promise<void> => {
    await page.locator('[data-testid=record-table] tbody tr').nth(row).locator('td').last().waitFor()
    await page.locator('[data-testid=record-table] tbody tr').nth(row).locator('a').first().click()
    await page.locator('[data-testid=record-editor] [role=tab]').nth(tab).click()
  }
