import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { editor, field, notices, openConsole, save } from '../../test/open-console.tsx'
import { platform } from '../../test/people.ts'

const languages = page.getByTestId('languages')
const open = async () => {
  const global_lang = [
    { name: 'English', code: 'en', dir: 'ltr', support: 1 },
    { name: 'العربية', code: 'ar', google_code: 'ar-EG', dir: 'rtl', support: 1 },
    { name: 'Deutsch', code: 'de', dir: 'ltr', support: 0 },
  ]
  const server = await openConsole('/Administrator/Dictionary', {
    user: platform({ dictionary_edit: 'ar' }),
    rows: { global_lang },
  })
  await page.getByRole('button', { name: 'Select languages' }).click()
  return server
}
const headings = () =>
  languages
    .css('th')
    .elements()
    .map(({ textContent }) => textContent.trim())
    .filter((text) => text !== '')

it('DICT-02 LANG-01 LANG-03 LANG-05: the dialog lists name, code, direction, support and who edits each language', async () => {
  const server = await open()
  await expect.element(languages.getByRole('heading')).toHaveTextContent('Select languages')
  await expect.poll(headings).toEqual(['Language', 'Code', 'Direction', 'Supported', 'Actions', 'Actions'])
  await expect.element(languages.getByTestId('row-2')).toMatchTextContent(/العربية.*ar.*right to left/i)
  const mine = (name: string) => languages.getByRole('switch', { name: `${name} in my dictionary` })
  await expect.element(mine('العربية')).toBeChecked()
  await expect.element(mine('English')).not.toBeChecked()
  await expect.element(mine('Deutsch')).toBeDisabled()
  server.on('Auth.Update', ({ operator }) => ({
    auth: { status: 'OK', user: platform({ dictionary_edit: (operator as { dictionary_edit: string }).dictionary_edit }) },
  }))
  await mine('English').click()
  await expect.element(mine('English')).toBeChecked()
  const sent = server.seen.filter(({ call }) => call === 'Auth.Update').map(({ data }) => data)
  expect(sent).toEqual([{ operator: { dictionary_edit: 'ar,en' } }])
})

it('LANG-04: support is toggled in the table, and saved as 1 and 0', async () => {
  const server = await open()
  const support = languages.getByTestId('row-3').getByRole('switch').first()
  for (const value of [1, 0]) {
    await support.click()
    await expect.poll(() => server.saved().at(-1)).toMatchObject({ support: value })
    if (value === 1) await expect.element(support).toBeChecked()
    else await expect.element(support).not.toBeChecked()
  }
})

it('LANG-02 LANG-03 LANG-04: the editor has status, language, code, google code and direction, which is ltr or rtl', async () => {
  const server = await open()
  await languages.getByTestId('row-2').getByText('العربية').first().click()
  const names = () =>
    editor
      .css('[data-field]')
      .elements()
      .map((element) => element.getAttribute('data-field'))
  await expect.poll(names).toEqual(['support', 'name', 'code', 'google_code', 'dir'])
  await expect.element(field('support').getByRole('switch')).toBeChecked()
  const direction = field('dir').getByRole('combobox')
  await expect.element(direction).toHaveValue('rtl')
  expect([...(direction.element() as HTMLSelectElement).options].map(({ value }) => value)).toEqual(['ltr', 'rtl'])
  await direction.selectOptions('ltr')
  await field('google_code').getByRole('textbox').fill('ar')
  await field('code').getByRole('textbox').fill('arz')
  await field('name').getByRole('textbox').fill('مصرى')
  await save()
  await expect.element(notices).toMatchTextContent('Saved')
  expect(server.saved()).toMatchObject([{ dir: 'ltr', google_code: 'ar', code: 'arz', name: 'مصرى' }])
})
