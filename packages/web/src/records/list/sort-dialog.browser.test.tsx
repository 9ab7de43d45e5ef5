import { expect, it, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import { refusal } from '../../test/fake-server.ts'
import { notices, openConsole, rows as listed } from '../../test/open-console.tsx'

const rows = { cuisine: ['First', 'Second', 'Third'].map((en, at) => ({ name: { en }, order: at + 1 })), user: [{ name: 'Ida' }] }
const dialog = page.getByTestId('sort-dialog')
const sort = page.getByRole('button', { name: 'Sort', exact: true })
const button = (name: string) => dialog.getByRole('button', { name })
const shown = () =>
  dialog
    .getByRole('listitem')
    .elements()
    .map((item) => Number((item as HTMLElement).dataset['testid']?.slice(5)))

it('LIST-10 LIST-11 LIST-12 ERR-07: Save numbers every row 1 to n, and closes only if all were saved; Cancel saves nothing', async () => {
  const server = await openConsole('/Company/Tag', { rows })
  await sort.click()
  await button('Move Third up').click()
  await expect.poll(shown).toEqual([1, 3, 2])
  await button('Cancel').click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(server.saved()).toEqual([])

  await sort.click()
  await expect.poll(shown).toEqual([1, 2, 3])
  await button('Move Third up').click()
  const release = server.on('Reference.saveData', () => refusal('forbidden'))
  await button('Save').click()
  await expect.element(notices.css('[data-notice=negative]')).toBeVisible()
  await expect.element(dialog).toBeVisible()
  expect(shown()).toEqual([1, 3, 2])
  release()
  await button('Save').click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(notices.css('[data-notice=positive]')).toMatchTextContent('Saved')
  const { data } = server.seen.findLast(({ call }) => call === 'Reference.saveData') ?? {}
  expect(data?.['tables']).toMatchObject([
    { table: 'cuisine', id: 1, row: { order: 1 } },
    { table: 'cuisine', id: 3, row: { order: 2 } },
    { table: 'cuisine', id: 2, row: { order: 3 } },
  ])
})

it('LIST-09: lists without an order by hand have no Sort button', async () => {
  await openConsole('/Company/User', { rows })
  await expect.poll(() => listed.elements()).toHaveLength(1)
  expect(sort.elements()).toEqual([])
})

it('LIST-11 LIST-23: a finger holds a row for one second before it can be dragged', async () => {
  const wait = vi.spyOn(window, 'setTimeout')
  onTestFinished(() => wait.mockRestore())
  await openConsole('/Company/Tag', { rows })
  await sort.click()
  await expect.poll(shown).toEqual([1, 2, 3])
  const target = page.getByTestId('sort-1').element().firstElementChild as HTMLElement
  const { x, y } = target.getBoundingClientRect()
  const touches = [new Touch({ identifier: 1, target, clientX: x + 60, clientY: y + 18 })]
  wait.mockClear()
  target.dispatchEvent(new TouchEvent('touchstart', { touches, bubbles: true, cancelable: true }))
  expect(wait.mock.calls.map(([, ms]) => ms)).toContain(1000)
  expect(getComputedStyle(target).opacity).toBe('1')
  await expect.poll(() => getComputedStyle(target).opacity).toBe('0.6')
  target.dispatchEvent(new TouchEvent('touchend', { changedTouches: touches, bubbles: true, cancelable: true }))
})
