import { addDays } from '@tiffin/core/rules'
import { entities } from '@tiffin/sdk/contract'
import { insertRows } from '#db/insert-rows'
import type { Place } from './base-rows.ts'
import type { Customer } from './setting.ts'

const DAY = 86_400_000

/** Rows for the screens of marketing, chat and billing: banners, a mailing, a few conversations and payments. */
export async function seedShopfront(
  { client, random, company, today, now }: Place,
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
  const bookings = [
    { type: 1, amount: '500.00', days: 85, description: 'Top-up' },
    ...[80, 50, 20].map((days) => ({ type: 3, amount: '-79.00', days, description: 'Subscription' })),
  ]
  await insertRows(
    client,
    entities.payment,
    bookings.map(({ days, ...row }) => ({ ...row, company, user: owner, date: ago(days), date_paid: ago(days) })),
  )
  await client.query(`update company set balance = (select sum(amount) from payment where company = $1) where company_id = $1`, [
    company,
  ])
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
        status: line.type === 1 ? 3 : 1,
        date: new Date(asked + at * 90_000).toISOString(),
        admin_id: line.type === 1 ? owner : null,
      })),
    )
    await client.query(`update "user" set chat_date = $2, chat_admin_unread = 1 where user_id = $1`, [
      user_id,
      new Date(asked + 180_000).toISOString(),
    ])
  }
}
