import { expect, it } from 'vitest'
import { openConsole, openTab, field, row } from '../../test/open-console.tsx'
import type { FakeServer } from '../../test/fake-server.ts'

it.each([
  ['MAIL-02: mailings', '/Company/Marketing/Mailing', 'mailing'],
  ['PUSH-05: push messages', '/Company/Marketing/Push', 'message'],
])(
  '%s reload after 2 s, and then every 5 s',
  async (_, path, table) => {
    const server: FakeServer = await openConsole(path, { rows: { [table]: [{ text: { en: 'Soup' } }] } })
    await expect.element(row(1)).toBeVisible()
    const times: number[] = []
    const reads = () =>
      server.seen.filter(
        ({ call, data }) =>
          call === 'Reference.getData' &&
          (data['tables'] as { table: string; limit?: number[] }[]).some(
            (query) => query.table === table && Number(query.limit?.[1]) > 1,
          ),
      ).length
    for (const count of [1, 2, 3]) {
      await expect.poll(reads, { timeout: 12_000, interval: 20 }).toBe(count)
      times.push(performance.now())
    }
    const [first = 0, second = 0, third = 0] = times
    expect(second - first).toBeGreaterThan(1000)
    expect(second - first).toBeLessThan(4000)
    expect(third - second).toBeGreaterThan(4000)
    expect(third - second).toBeLessThan(8000)
  },
  30_000,
)

it('PUSH-06: a click anywhere in a row opens the editor', async () => {
  await openConsole('/Company/Marketing/Push', { rows: { message: [{ text: { en: 'Soup' } }, { text: { en: 'Cake' } }] } })
  await row(2).getByText('Cake').click()
  await expect.element(field('text').getByRole('textbox')).toHaveValue('Cake')
})

it('PUSH-06 PUSH-10: message and push status have the names of their tables, in the list and in the editor', async () => {
  const named = (id: number, en: string) => ({ id, name: { en } })
  await openConsole('/Company/Marketing/Push', {
    rows: {
      message: [{ text: { en: 'Soup' }, status: 2, push: 4 }],
      message_status: [named(1, 'Fresh'), named(2, 'Opened')],
      push_status: [named(2, 'Lost'), named(4, 'Perhaps')],
    },
  })
  await expect.element(row(1)).toMatchTextContent(/Opened.*Perhaps/)
  await row(1).getByRole('link').first().click()
  await openTab('Info')
  await expect.element(field('status')).toMatchTextContent('Opened')
  await expect.element(field('push')).toMatchTextContent('Perhaps')
})
