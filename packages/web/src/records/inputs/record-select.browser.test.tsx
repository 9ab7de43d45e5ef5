import type { TableQuery } from '@tiffin/sdk/contract'
import { expect, it, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import { field, openConsole } from '../../test/open-console.tsx'

it('LIST-14 LIST-15 LIST-16: a selector reads one row for its value, and offers ten, 600 ms after the last keystroke', async () => {
  const wait = vi.spyOn(window, 'setTimeout')
  onTestFinished(() => wait.mockRestore())
  const merchant_type = Array.from({ length: 14 }, (_, n) => ({ type: { en: `Kind ${String.fromCharCode(97 + n)}` } }))
  const rows = { merchant: [{ name: { en: 'Pizzeria' }, type: 14 }], merchant_type }
  const server = await openConsole('/Company/Merchant?id=1', { rows })
  const limits = () =>
    server.seen
      .filter(({ call }) => call === 'Reference.getData')
      .flatMap(({ data }) => data['tables'] as TableQuery[])
      .filter(({ table }) => table === 'merchant_type')
      .map(({ limit }) => limit)
  const type = field('type').getByRole('combobox')
  await expect.element(type).toHaveValue('Kind n')
  const before = limits().length
  expect(limits()).toContainEqual([0, 1])
  wait.mockClear()
  await type.fill('kind')
  expect(wait.mock.calls.map(([, ms]) => ms)).toContain(600)
  const options = page.getByRole('listbox').getByRole('option')
  await expect.poll(() => options.elements()).toHaveLength(10)
  expect(limits().slice(before)).toContainEqual([0, 10])
})
