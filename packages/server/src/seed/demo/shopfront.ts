import { addDays } from '@tiffin/core/rules'
import { entities } from '@tiffin/sdk/contract'
import { insertRows } from '#db/insert-rows'
import { advanceSequence } from '#db/platform'
import { nextKey, type Place } from './base-rows.ts'
import type { Customer } from './seeded-company.ts'

const DAY = 86_400_000

/** Rows for the screens of marketing, chat and billing: banners, a mailing, a few conversations and payments. */
export async function seedShopfront(
  { client, random, plan, company, today, now }: Place,
  { owner, customers }: { owner: number; customers: readonly Customer[] },
): Promise<void> {
  const ago = (days: number): string => new Date(now - days * DAY).toISOString()
  await insertRows(client, entities.banner, [
    {
      company,
      type: 2,
      title: { en: 'Free lemonade on Fridays', ru: 'Лимонад по пятницам бесплатно', ar: 'ليمونادة مجانية أيام الجمعة' },
      description: { en: 'With every order above 25' },
      date_start: addDays(today, -20),
      date_finish: addDays(today, 40),
      creator: owner,
    },
    {
      company,
      type: 1,
      title: { en: 'New on the menu', ru: 'Новое в меню', ar: 'جديد في القائمة' },
      date_start: addDays(today, -60),
      date_finish: addDays(today, -5),
      creator: owner,
    },
  ])
  await seedBilling({ client, plan, company, now }, owner)
  const text = {
    en: 'Our kitchens are open late this week',
    ru: 'На этой неделе мы работаем допоздна',
    ar: 'نعمل حتى وقت متأخر هذا الأسبوع',
  }
  await insertRows(client, entities.mailing, [
    {
      company,
      creator: owner,
      subject: { en: 'Late nights' },
      text,
      total: customers.length,
      success: customers.length,
      status: 2,
      state: 'done',
      started: ago(9),
      finished: ago(9),
      date_create: ago(9),
    },
  ])
  const chattingCustomers = customers.slice(0, 6)
  for (const [index, { user_id }] of chattingCustomers.entries()) {
    const asked = now - (index * 7 + 2) * 3_600_000
    const lines = [
      { type: 0, text: random.pick(['Where is my order?', 'Можно добавить соус?', 'هل يمكنني تغيير العنوان؟']) },
      { type: 1, text: random.pick(['It is on its way, ten minutes', 'Сейчас уточню на кухне', 'بالتأكيد، تم التغيير']) },
      { type: 0, text: random.pick(['Thank you!', 'Спасибо!', 'شكرا جزيلا']) },
    ]
    await insertRows(
      client,
      entities.chat_message,
      lines.map((line, at) => ({
        ...line,
        company,
        user_id,
        chat_id: at + 1,
        // The last one is unread.
        status: at < lines.length - 1 ? 3 : 1,
        date: new Date(asked + at * 90_000).toISOString(),
        admin_id: line.type === 1 ? owner : null,
      })),
    )
    await client.query('insert into chat_conversation (company, user_id, last) values ($1, $2, $3)', [
      company,
      user_id,
      lines.length,
    ])
    await client.query(`update "user" set chat_date = $2, chat_admin_unread = 1 where user_id = $1`, [
      user_id,
      new Date(asked + 180_000).toISOString(),
    ])
  }
}

/** The top-up and the periods paid so far; the money of a suspended company is too little for the next one. */
async function seedBilling({ client, plan, company, now }: Pick<Place, 'client' | 'plan' | 'company' | 'now'>, user: number) {
  const periods = plan.set.suspended === 1 ? [66, 36] : [72, 41, 10]
  const {
    rows: [terms],
  } = await client.query<{ tariff: number; tariff_period: number }>(
    'select base_tariff::int as tariff, tariff_period::int from company where company_id = $1',
    [company],
  )
  const movements = [
    { type: 1, kind: 'payment', amount: plan.set.suspended === 1 ? '200.00' : '500.00', days: 85, description: 'Top-up' },
    ...periods.map((days) => ({ type: 3, kind: 'subscription', amount: '-79.00', days, description: 'Subscription' })),
  ]
  for (const { kind, days, ...row } of movements) {
    const date = new Date(now - days * DAY).toISOString()
    const payment_id = await nextKey(client, entities.payment)
    const bill = row.type === 1 ? { bill: row.amount, total: row.amount } : terms
    await insertRows(client, entities.payment, [
      { ...row, ...bill, payment_id, company, user, date, date_paid: date, state: 'applied' },
    ])
    await insertRows(client, entities.booking, [
      { company, kind, amount: row.amount, payment: payment_id, reference: `demo:${payment_id}`, date },
    ])
  }
  await advanceSequence(client, entities.payment)
}
