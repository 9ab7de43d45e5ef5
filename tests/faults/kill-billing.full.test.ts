import { expect, it } from 'vitest'
import { killBilling } from './kill-billing.ts'
import { killMails } from './kill-mails.ts'

it('kill -9 of the server twenty times in the middle of the billing round and of callbacks books each charge and payment once', async () => {
  const { during, repeats, booked } = await killBilling({ kills: 20, companies: 1500 })
  console.log(`20 kills, ${during} before everything was booked: ${booked} bookings, ${repeats} callbacks repeated`)
  expect(during).toBe(20)
  expect(repeats).toBeGreaterThan(0)
}, 600_000)

it('kill -9 of the server while it sends mails loses no mail', async () => {
  const { sent, twice } = await killMails({ kills: 5, mails: 200 })
  console.log(`5 kills: 200 mails sent, ${twice} of them twice`)
  expect(sent).toBe(200)
}, 300_000)
