import { expect, it } from 'vitest'
import { contactLinks } from './contact-links.ts'

it("reads the platform's contacts line by line and drops invalid ones", () => {
  const text =
    'mail mailto:help@tiffin.example\n\nphone tel:+79991234567\ntelegram  https://t.me/tiffin/\nskype\nbad javascript:alert(1)'
  expect(contactLinks(text)).toEqual([
    { icon: 'mail', address: 'mailto:help@tiffin.example', name: 'help@tiffin.example' },
    { icon: 'phone', address: 'tel:+79991234567', name: '+7 999 123 45 67' },
    { icon: 'telegram', address: 'https://t.me/tiffin/', name: 't.me/tiffin' },
  ])
  expect(contactLinks('')).toEqual([])
})
