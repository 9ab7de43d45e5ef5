import { expect, it } from 'vitest'
import type { ChatOpening } from '@tiffin/sdk/contract'
import { clockTime, isOpen, openingText, replyText } from './opening.ts'

const closed: ChatOpening = {
  open: false,
  closes: null,
  opens: '2026-11-23T08:00:00.000Z',
  timezone: 'Europe/Berlin',
  hour_cycle: 'h23',
  reply_minutes: null,
}
// A Friday.
const now = Date.parse('2026-11-20T20:00:00Z')
const text = (...args: Parameters<typeof openingText>) => openingText(...args).replaceAll('\u202F', ' ')

it.each([
  ['en', {}, 'Opens at 09:00 on Monday'],
  ['en', { hour_cycle: 'h12' }, 'Opens at 9:00 AM on Monday'],
  ['en', { opens: '2026-11-21T08:00:00.000Z' }, 'Opens tomorrow at 09:00'],
  ['en', { opens: '2026-11-20T22:30:00.000Z' }, 'Opens at 23:30'],
  ['en', { opens: '2026-11-20T23:30:00.000Z' }, 'Opens tomorrow at 00:30'],
  ['en', { opens: null }, 'Closed'],
  ['en', { open: true }, 'Open now'],
  ['en', { open: null, opens: null }, ''],
  ['ru', {}, 'Откроется в понедельник в 09:00'],
  ['ru', { opens: '2026-11-24T08:00:00.000Z' }, 'Откроется во вторник в 09:00'],
  ['ar', {}, 'يفتح يوم الاثنين الساعة 09:00'],
] as const)('tells when the company opens, on its clock: %s %j', (lang, more, expected) => {
  expect(text({ ...closed, ...more }, now, lang)).toBe(expected)
})

it.each([
  ['h12', '10:25 PM'],
  ['h23', '22:25'],
] as const)("the time of a message is on the company's clock: %s", (cycle, expected) => {
  expect(clockTime(new Date('2026-11-20T22:25:00Z'), 'en', cycle, 'UTC').replaceAll('\u202F', ' ')).toBe(expected)
})

it('closes and opens at the times that the server told', () => {
  const opening = { ...closed, open: true, closes: '2026-11-20T21:00:00.000Z' }
  const at = (time: string) => isOpen(opening, Date.parse(time))
  expect(at('2026-11-20T20:59:59Z')).toBe(true)
  expect(at('2026-11-20T21:00:00Z')).toBe(false)
  expect(at('2026-11-23T08:00:00Z')).toBe(true)
})

it.each([
  [null, '', '', ''],
  [1, 'Usually replies in less than a minute', 'Обычно отвечаем меньше чем за минуту', 'نردّ عادةً في أقل من دقيقة'],
  [5, 'Usually replies in about 5 minutes', 'Обычно отвечаем примерно за 5 минут', 'نردّ عادةً خلال 5 دقائق تقريبًا'],
  [25, 'Usually replies in about 25 minutes', 'Обычно отвечаем примерно за 25 минут', 'نردّ عادةً خلال 25 دقيقة تقريبًا'],
  [60, 'Usually replies in about 1 hour', 'Обычно отвечаем примерно за 1 час', 'نردّ عادةً خلال ساعة تقريبًا'],
  [120, 'Usually replies in about 2 hours', 'Обычно отвечаем примерно за 2 часа', 'نردّ عادةً خلال ساعتين تقريبًا'],
  [300, 'Usually replies in about 5 hours', 'Обычно отвечаем примерно за 5 часов', 'نردّ عادةً خلال 5 ساعات تقريبًا'],
  [720, 'Usually replies in about 12 hours', 'Обычно отвечаем примерно за 12 часов', 'نردّ عادةً خلال 12 ساعة تقريبًا'],
  [1440, 'Usually replies within a day', 'Обычно отвечаем в течение дня', 'نردّ عادةً خلال يوم'],
])('tells the usual reply time of %s minutes in each language', (reply_minutes, en, ru, ar) => {
  const told = (['en', 'ru', 'ar'] as const).map((lang) => replyText({ ...closed, reply_minutes }, lang))
  expect(told).toEqual([en, ru, ar])
})
