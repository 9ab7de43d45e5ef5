import { insertRow } from '@tiffin/server/test'
import { entities, type EntityName } from '@tiffin/sdk/contract'
import { editor, field, openList, openTab, save } from './records-support.ts'
import { expect, type Page, test } from './support.ts'

/** Text that a user types into a field of a tab. */
interface Typed {
  tab: string
  name: string
  type: (page: Page) => Promise<void>
  /** The stored value afterwards. */
  stored: string | number | Record<string, string>
}

const text = (tab: string, name: string, value: string, stored: Typed['stored'] = value): Typed => ({
  tab,
  name,
  type: (page) => field(page, name).getByRole('textbox').first().fill(value),
  stored,
})
const number = (tab: string, name: string, value: number): Typed => ({
  tab,
  name,
  type: (page) => field(page, name).getByRole('spinbutton').fill(String(value)),
  stored: value,
})
const on = (tab: string, name: string): Typed => ({
  tab,
  name,
  type: (page) => field(page, name).getByRole('switch').click(),
  stored: 1,
})

/** Two users each change a different field, and then both change a third. */
const screens: Readonly<
  Record<string, { path: string; table: EntityName; row: object; first: Typed; second: Typed; both: readonly [Typed, Typed] }>
> = {
  customer: {
    path: '/Company/User',
    table: 'user',
    row: { name: 'Zoe' },
    first: text('Main', 'name', 'Zoe Adams'),
    second: text('Main', 'bonus_score', '12.50'),
    both: [text('Main', 'comment', 'Rings twice'), text('Main', 'comment', 'Has a dog')],
  },
  status: {
    path: '/Company/OrderStatus',
    table: 'order_status',
    row: { status: 30, value: { en: 'Packing' } },
    first: on('Flags', 'ready'),
    second: on('Flags', 'paycheck'),
    both: [text('Main', 'value', 'Packed', { en: 'Packed' }), text('Main', 'value', 'Wrapped', { en: 'Wrapped' })],
  },
  'promo code': {
    path: '/Company/Marketing/Promocode',
    table: 'promocode',
    row: { code: 'AUTUMN', discount: 5, date_start: '2026-11-01', date_finish: '2026-11-30' },
    first: number('Main', 'use', 7),
    second: text('Main', 'comment', 'For regulars', { en: 'For regulars' }),
    both: [number('Main', 'discount', 10), number('Main', 'discount', 15)],
  },
  merchant: {
    path: '/Company/Merchant',
    table: 'merchant',
    row: { name: { en: 'Corner' } },
    first: number('Settings', 'cooking_time', 35),
    second: text('Settings', 'min_order_cost', '9.50'),
    both: [text('Main', 'name', 'Corner One', { en: 'Corner One' }), text('Main', 'name', 'Corner Two', { en: 'Corner Two' })],
  },
}

const change = async (page: Page, { tab, type }: Typed): Promise<void> => {
  await openTab(page, tab)
  await type(page)
}

/** Saves and confirms the prompt of large editors. */
async function saveAll(page: Page): Promise<void> {
  await save(page)
  const asked = page.getByTestId('save-question').getByRole('button', { name: 'Yes' })
  const disabledSave = editor(page).getByRole('button', { name: 'Save', exact: true, disabled: true })
  await expect(asked.or(disabledSave).or(page.getByTestId('conflict-dialog')).first()).toBeVisible()
  if (await asked.isVisible()) await asked.click()
}

for (const [what, { path, table, row, first, second, both }] of Object.entries(screens))
  test(
    `EDIT-02: two people edit one ${what} at the same time, and neither loses anything`,
    { tag: '@full' },
    async ({ browser, stage }) => {
      const { database, world } = stage
      await database.asOwner('update company set allow_promocode = 1 where company_id = $1', [world.a])
      await database.asOwner(`update admin set company = $1 where login = 'platform'`, [world.a])
      const id = await insertRow(database, table, { company: world.a, ...row })
      const { key } = entities[table]
      const expectStored = (...all: Typed[]) =>
        expect
          .poll(async () => (await database.asOwner(`select * from "${table}" where "${key}" = $1`, [id]))[0])
          .toMatchObject(Object.fromEntries(all.map(({ name, stored }) => [name, stored])))
      const [item, other] = (await Promise.all(
        ['owner', 'platform'].map(async (login) => {
          const page = await (await browser.newContext()).newPage()
          await openList(page, stage, `${path}?id=${id}`, login)
          await expect(editor(page).getByRole('tab').first()).toBeVisible()
          return page
        }),
      )) as [Page, Page]

      await change(item, first)
      await change(other, second)
      await saveAll(item)
      await expectStored(first)
      await saveAll(other)
      await expectStored(first, second)
      await expect(other.getByTestId('conflict-dialog')).toHaveCount(0)

      const [firstEditor, secondEditor] = both
      await change(item, firstEditor)
      await change(other, secondEditor)
      await saveAll(item)
      await expectStored(first, second, firstEditor)
      await saveAll(other)
      const conflict = other.getByTestId('conflict-dialog')
      await expect(conflict.getByRole('group')).toHaveCount(1)
      const shown = ({ stored }: Typed): string => (typeof stored === 'object' ? Object.values(stored).join() : String(stored))
      for (const side of both) await expect(conflict).toContainText(shown(side))
      await expectStored(firstEditor)
      await conflict.getByRole('button').click()
      await saveAll(other)
      await expectStored(first, second, secondEditor)
      // The overwritten value is still in the history.
      const history = await database.asOwner('select after from audit_row where table_name = $1 and row_key = $2', [
        table,
        String(id),
      ])
      expect(history).toContainEqual({ after: expect.objectContaining({ [firstEditor.name]: firstEditor.stored }) as unknown })
      await Promise.all([item, other].map((page) => page.context().close()))
      await database.asOwner(`delete from "${table}" where "${key}" = $1`, [id])
    },
  )
