import { expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { editor, field, notices, openConsole, openTab, row, rows, save } from '../../test/open-console.tsx'
import { owner, platform } from '../../test/people.ts'

const cuisine = [{ name: { en: 'Thai' } }]

it('EDIT-01 EDIT-03 EDIT-05 EDIT-06: Ctrl+Delete asks; No keeps the record, Enter deletes it and closes the editor', async () => {
  const server = await openConsole('/Company/Tag?id=1', { rows: { cuisine } })
  const deletions = () => server.seen.filter(({ call }) => call === 'Reference.deleteData').length
  const question = page.getByTestId('delete-question')
  const ask = () => userEvent.keyboard('{Control>}{Delete}{/Control}')
  await expect.element(field('name').getByRole('textbox')).toHaveValue('Thai')
  await ask()
  await expect.element(question).toMatchTextContent('Delete item?')
  expect(
    question
      .getByRole('button')
      .elements()
      .map((item) => item.textContent),
  ).toEqual(['No', 'Yes'])
  await question.getByRole('button', { name: 'No' }).click()
  await expect.element(question).not.toBeInTheDocument()
  expect(deletions()).toBe(0)
  await expect.element(editor).toBeVisible()
  await ask()
  await expect.element(question.getByRole('button', { name: 'Yes' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(editor).not.toBeInTheDocument()
  expect(deletions()).toBe(1)
  await expect.element(page.getByTestId('list-none')).toBeVisible()
})

it('EDIT-04 EDIT-08 EDIT-10: the first save closes the editor and reloads the list; later saves leave it open', async () => {
  await openConsole('/Company/Tag?id=new', { rows: { cuisine }, lang: 'ru' })
  await expect.element(editor).toMatchTextContent('Новая запись')
  await field('name').getByRole('textbox').fill('Vegan')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(editor).not.toBeInTheDocument()
  await expect.element(row(2)).toMatchTextContent('Vegan')
  await row(2).click()
  await expect.element(editor).toMatchTextContent('Vegan')
  await expect.element(editor).not.toMatchTextContent('Новая запись')
  await field('name').getByRole('textbox').fill('Vegetarian')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(row(2)).toMatchTextContent('Vegetarian')
  await expect.element(editor).toBeVisible()
})

it.each([
  ['saved', undefined],
  ['not saved', 503],
])('EDIT-04: after Save was clicked and the record is %s, the keys of the editor still work', async (_, failure) => {
  const server = await openConsole('/Company/Tag?id=1', { rows: { cuisine } })
  await field('name').getByRole('textbox').fill('Vegan')
  if (failure) server.on('Reference.saveData', () => new Promise((done) => setTimeout(done, 100, failure)))
  await editor.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.element(notices).toMatchTextContent(failure ? 'Not saved' : 'Saved')
  expect(editor.element().contains(document.activeElement)).toBe(true)
  await userEvent.keyboard('{Control>}{Delete}{/Control}')
  await expect.element(page.getByRole('alertdialog')).toBeVisible()
})

it.each([
  ['/Company/Marketing/Mailing?id=1', ''],
  ['/Company/Marketing/Push?user_id=1&id=1', 'Info'],
])('EDIT-13: %s shows when the record was created, but nobody can change it', async (path, tab) => {
  const own = { date_create: '2026-11-20T12:00:00.000Z' }
  const user = [{ name: 'Ida', phone: '4917112345' }]
  await openConsole(path, { rows: { mailing: [own], message: [{ ...own, user_id: 1 }], user } })
  if (tab !== '') await openTab(tab)
  const input = field('date_create').css('input')
  await expect.element(input).toBeVisible()
  expect((input.element() as HTMLInputElement).disabled).toBe(true)
})

it('EDIT-13: many records at once don’t get another date of creation either', async () => {
  await openConsole('/Company/Marketing/Mailing', { rows: { mailing: [{}, {}] } })
  await expect.poll(() => rows.elements()).toHaveLength(2)
  await page.getByLabelText('Select this page').click()
  await page.getByTestId('bulk-bar').getByRole('button', { name: 'Edit field' }).click()
  const names = page.getByTestId('bulk-edit').getByLabelText('Field').css('option')
  await expect.poll(() => names.elements().length).toBeGreaterThan(1)
  const values = names.elements().map((option) => (option as HTMLOptionElement).value)
  expect(values).not.toContain('date_create')
})

it('EDIT-25 EDIT-26 EDIT-27 EDIT-28 EDIT-29: a password is graded while typed; a very simple one is enough for others', async () => {
  const server = await openConsole('/Administrator/Administrator?id=new', { user: platform() })
  await field('login').getByRole('textbox').fill('petra')
  await field('name').getByRole('textbox').fill('Petra')
  await openTab('Security')
  const [first, repeat] = [field('password').css('input').first(), field('password').css('input').last()]
  for (const [text, grade] of [
    ['Abc12!', 'Good password'],
    ['Abc123', 'Medium password'],
    ['aA1!x', 'Password must be more than 6 characters'],
    ['abcdefgh', 'Password must contain special characters, numbers and Latin letters in different cases'],
    ['abc123', 'Very simple password'],
  ] as const) {
    await first.fill(text)
    await repeat.fill(text)
    await expect.element(page.getByTestId('password-grade')).toHaveTextContent(grade)
    const isRefused = grade.startsWith('Password must')
    if (isRefused) {
      await save()
      expect(server.saved()).toEqual([])
    }
  }
  await save()
  await expect.element(notices).toMatchTextContent('Saved')
  expect(server.saved()).toMatchObject([{ login: 'petra', password: 'abc123' }])
})

it('EDIT-17: a text is translated 500 ms after the last keystroke, if that is switched on', async () => {
  let answered = 0
  const sent = vi.spyOn(window, 'fetch').mockImplementation(() => {
    answered = performance.now()
    return Promise.resolve(Response.json({}))
  })
  onTestFinished(() => sent.mockRestore())
  await openConsole('/Company/Tag?id=new', { user: owner({ settings: { openai_api_key: 'sk' } }) })
  const name = field('name').getByRole('textbox').first()
  await name.fill('Soup')
  await new Promise((resolve) => setTimeout(resolve, 600))
  expect(sent.mock.calls).toEqual([])
  await editor.getByRole('switch', { name: 'Translate as I type' }).click()
  let typed = 0
  for (const text of ['Soup of', 'Soup of the day']) {
    typed = performance.now()
    await name.fill(text)
  }
  await expect.poll(() => answered - typed, { timeout: 3000 }).toBeGreaterThan(499)
  for (const [, request] of sent.mock.calls) expect(request?.body).toContain('Soup of the day')
})

it('a record opened from its list is shown with its fields at once, not as an empty form first', async () => {
  await openConsole('/Company/Tag', { rows: { cuisine } })
  await expect.element(row(1)).toBeVisible()
  let isEmptyFirst: boolean | undefined
  const watch = new MutationObserver(() => {
    const opened = document.querySelector('[data-testid=record-editor]')
    if (opened) isEmptyFirst ??= opened.querySelector('[data-field]') === null
  })
  watch.observe(document.body, { subtree: true, childList: true })
  onTestFinished(() => watch.disconnect())
  await row(1).click()
  await expect.element(field('name').getByRole('textbox')).toHaveValue('Thai')
  expect(isEmptyFirst).toBe(false)
})

it('the page of a company with a long name is as wide as a phone', async () => {
  const name = 'The Saffron Street Delivery Company of Charlottenburg and Wilmersdorf'
  await openConsole('/Company/Settings', { rows: { company: [{ company_id: 1, name: { en: name } }] }, width: 390, height: 844 })
  await expect.element(editor.getByRole('heading', { level: 1 })).toMatchTextContent(name)
  for (const button of ['Copy as command', 'Save'])
    expect(editor.getByRole('button', { name: button, exact: true }).element().getBoundingClientRect().right).toBeLessThan(390)
})

it('the editor of a merchant fills a phone', async () => {
  await openConsole('/Company/Merchant?id=1', { rows: { merchant: [{ name: { en: 'Pizzeria' } }] }, width: 390, height: 844 })
  await expect.element(editor.getByRole('tab', { name: 'Delivery' })).toBeVisible()
  await expect.poll(() => editor.element().getBoundingClientRect().height).toBe(844)
})
