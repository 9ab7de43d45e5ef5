import { expect, it } from 'vitest'
import { editor, field, openConsole, save } from '../../test/open-console.tsx'

/** The company is in Germany; two countries share a calling code, with numbers of different lengths. */
const country = [
  { country_id: 1, alpha2: 'DE', name: { en: 'Germany' }, phone_code: '49', phone_mask: '+49 ### #######', phone_len: 12 },
  { country_id: 2, alpha2: 'RU', name: { en: 'Russia' }, phone_code: '7', phone_mask: '+7 (###) ###-##-##', phone_len: 11 },
  { country_id: 3, alpha2: 'KZ', name: { en: 'Kazakhstan' }, phone_code: '7', phone_mask: '+7 ### ### ###', phone_len: 10 },
]
const code = () => field('phone').getByLabelText('Country code')
const phone = () => field('phone').css('input[type=tel]')
const complete = () => field('phone').getByTestId('phone-complete')

it('EDIT-19: a number is complete at exactly the number of digits of the chosen country, not of the company’s', async () => {
  await openConsole('/Company/CourierList?id=new', { rows: { country } })
  await expect.element(code()).toHaveValue('Germany')
  await code().fill('Kazakhstan')
  for (const [text, isComplete] of [
    ['712345678', false],
    ['7123456789', true],
    ['71234567890', false],
    ['712345678901', false],
  ] as const) {
    await phone().fill(text)
    await expect.poll(() => complete().elements().length, { message: text }).toBe(isComplete ? 1 : 0)
  }
  await code().fill('Russia')
  await phone().fill('71234567890')
  await expect.element(complete()).toBeVisible()
})

it('EDIT-18 EDIT-20 EDIT-21 EDIT-22 EDIT-23: typing a country name chooses its mask, and only digits are saved', async () => {
  const server = await openConsole('/Company/CourierList?id=new', { rows: { country } })
  await expect.element(code()).toHaveValue('Germany')
  const { list } = code().element() as HTMLInputElement
  expect([...(list?.children ?? [])].map((item) => (item as HTMLOptionElement).value)).toEqual([
    'Germany',
    'Russia',
    'Kazakhstan',
  ])
  await code().fill('kazakhstan')
  await expect.element(phone()).toHaveAttribute('placeholder', '+7 ___ ___ ___')
  await phone().fill('')
  await code().fill('russia')
  await expect.element(phone()).toHaveAttribute('placeholder', '+7 (___) ___-__-__')
  await phone().fill('8a999b123-45-67')
  ;(phone().element() as HTMLElement).blur()
  await expect.element(phone()).toHaveValue('+7 (999) 123-45-67')
  await field('name').getByRole('textbox').fill('Carl')
  await save()
  await expect.element(editor).not.toBeInTheDocument()
  expect(server.saved()).toMatchObject([{ phone: '79991234567' }])
})
