import { describe, expect, it } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { expectNoFaults, smallTargets } from './test/axe.ts'
import { chatMessage, fakeChat } from './test/fake-chat.ts'
import { kitchen, order } from './test/kitchen.ts'
import { drawnPicture, looks } from './test/looks.ts'
import { editor, openConsole, rows } from './test/open-console.tsx'
import { alpha, owner, platform } from './test/people.ts'

const tables = {
  ...kitchen,
  order: [order({ ticket: 7, comment: 'No onions' })],
  cuisine: [{ name: { en: 'Thai' } }, { name: { en: 'Greek' } }],
  company: [{ name: { en: 'Alpha' } }],
  admin: [{ login: 'owner', name: 'Olga' }],
  app_settings: [{ name: 'colour', value: 'red', comment: 'Colour of the app' }],
  global_lang: [{ code: 'en', name: 'English', dir: 'ltr' }],
  dictionary: [{ application: 'admin', texts: { en: 'Soup' } }],
}
const testId = (id: string) => page.getByTestId(id)
const field = editor.css('[data-field]').first()

async function expectAccessible(shown: Locator): Promise<void> {
  await expect.element(shown).toBeVisible()
  await expectNoFaults()
  expect(smallTargets()).toEqual([])
}

describe.each(looks)('axe finds nothing, $theme, $lang:', (look) => {
  const open = (path: string, more: object = {}) => openConsole(path, { rows: tables, ...look, ...more })

  it('sign-in', async () => {
    await open('/', { user: null })
    await expect.element(page.css('input[name=username]')).toBeVisible()
    await expectNoFaults()
  })

  it('board', async () => {
    await open('/Company/Order')
    await expectAccessible(testId('card-1'))
  })

  it('order', async () => {
    await open('/Company/Order?order=1')
    await expect.element(testId('order-drawer')).toBeVisible()
    await expectNoFaults()
  })

  it('a tray with all kinds of conflicts', async () => {
    const refused = { order_id: 1, error: 'The order is no longer in that status', at: Date.now() }
    const tray = {
      '1': { kind: 'move', from: 2, to: 3, now: 3, ...refused },
      '1.courier': { kind: 'courier', courier: 1, name: 'Carla', ...refused },
      '1.1': { kind: 'tick', line: '1', item: 'Soup', done: true, ...refused },
    }
    const stored = Object.fromEntries(Object.entries(tray).map(([key, value]) => [`tray.1.1.${key}`, JSON.stringify(value)]))
    await open('/Company/Order', { stored })
    await testId('overtaken').getByRole('button').click()
    await expect.poll(() => testId('conflicts-dialog').getByRole('listitem').elements()).toHaveLength(3)
    await expectAccessible(testId('conflicts-dialog'))
  })

  it.each([
    ['chat-empty', '', 1440],
    ['chat-messages', '?user=1', 1440],
    ['chat-users', '', 390],
    ['chat-messages', '?user=1', 390],
  ])('%s at %s, %i pixels wide', async (id, search, width) => {
    const file = { flag: 2 as const, name: 'list.txt', type: 'text/plain', content: 'a.bin' }
    const messages = [
      chatMessage({ chat_id: 1 }),
      chatMessage({ chat_id: 2, type: 1, admin_id: 1, text: 'See https://track.example/1', status: 2 }),
      chatMessage({ chat_id: 3, type: 1, admin_id: 9, admin_name: 'Nora', file, quote: chatMessage({ chat_id: 1 }).uuid }),
      chatMessage({ chat_id: 4, delete: 1, text: '' }),
    ]
    const ida = {
      user_id: 1,
      phone: '4915100000001',
      name: 'Ida',
      img: '',
      chat_admin_unread: 2,
      chat_date: '2026-11-20T10:00:00Z',
      admin_id: 9,
      admin_name: 'Nora',
    }
    await open(`/Company/Chat${search}`, {
      user: owner({ company: alpha({ allow_chat: 1 }) }),
      answers: {
        'Chat.users': { data: { status: 'OK', users: [ida] } },
        'Chat.colleagues': { data: { status: 'OK', colleagues: [{ admin_id: 9, name: 'Nora' }] } },
      },
      webSocket: fakeChat(messages),
      width,
    })
    // The modules of the chat are loaded one by one.
    await expect.element(testId(search === '' ? 'chat-user-1' : 'chat-editor'), { timeout: 45_000 }).toBeVisible()
    if (search !== '') await expect.poll(() => testId(id).css('article').elements()).toHaveLength(4)
    await expectAccessible(testId(id))
  })

  it('help', async () => {
    await open('/Company/User', { stored: { 'help.closed': '' } })
    await expectAccessible(testId('help-panel'))
  })

  it('tour', async () => {
    await open('/Company/User', { stored: { 'tour.1': '4' } })
    await expectAccessible(testId('tour'))
  })

  it('news', async () => {
    await open('/Company/User', { stored: { 'guide.news.1': '1' } })
    await expectAccessible(testId('news-card'))
  })

  it('contacts', async () => {
    const contacts = [{ name: 'contact_links', value: 'mail mailto:help@example.com' }]
    await open('/Company/User', {
      rows: { ...tables, app_settings: contacts },
      stored: { 'guide.contacts.1': '', 'guide.starts.1': '-1' },
    })
    await expectAccessible(testId('contact-card'))
  })

  it.each([
    ['palette', '{Control>}k{/Control}'],
    ['keys-dialog', '?'],
  ])('%s', async (id, keys) => {
    await open('/Company/Order')
    await expect.element(testId('card-1')).toBeVisible()
    await userEvent.keyboard(keys)
    await expectAccessible(testId(id))
  })

  it('profile', async () => {
    await open('/Company/Order')
    await page.css('header [data-scope=menu][data-part=trigger]').last().click()
    await page.css('[data-part=item][data-value=profile]').click()
    await expectAccessible(testId('profile'))
  })

  it.each([
    ['option-missing', '/Company/Marketing/Promocode', { allow_promocode: 0 }],
    ['error-page', '/error', {}],
    ['company-suspended', '/Company/Tariff', { suspended: 1, enable: 0 }],
    ['disabled-dialog', '/Company/Order', { suspended: 1, enable: 0 }],
  ] as const)('%s', async (id, path, company) => {
    await open(path, { user: owner({ company: alpha(company) }) })
    await expectAccessible(testId(id))
  })

  it('pairing a device', async () => {
    const data = { status: 'OK', state: 'waiting', name: 'kitchen-1', code: 'ABCD-EFGH', expires_in: 600 }
    await open('/pair?code=ABCD-EFGH', { answers: { 'Device.asking': { data } } })
    await expectAccessible(testId('pair'))
  })

  it('approving a command', async () => {
    const data = { status: 'OK', name: 'build-7', network: '192.0.2.7', code: 'ABCD-EFGH' }
    await open('/approve?code=ABCD-EFGH', { answers: { 'Auth.PendingSignIn': { data } } })
    await expectAccessible(testId('approve'))
  })

  it('an unknown page', async () => {
    await open('/Nowhere')
    await expect.element(page.css('[data-route=error404-page]')).toBeVisible()
    await expectNoFaults()
  })

  it.each(['Main', 'Users', 'Tariff', 'Legal details', 'App'])('the tab %s of a company', async (tab) => {
    await open(`/Administrator/Company?id=1&tab=${tab}`, { user: platform({ company: alpha() }) })
    await expectAccessible(page.css(`[role=tabpanel][id$="content-${tab.replace(' ', '-')}"]`))
  })

  it.each([
    ['record-list', '/Administrator/Company'],
    ['rows-form', '/Administrator/Settings-App'],
    ['record-editor', '/Company/Settings'],
  ])('%s of %s', async (id, path) => {
    await open(path, { user: platform({ company: alpha() }) })
    await expectAccessible(testId(id))
  })

  it('languages of the dictionary', async () => {
    await open('/Administrator/Dictionary', { user: platform({ dictionary_edit: 'ru' }) })
    await page.getByRole('button', { name: look.lang === 'ar' ? 'اختيار اللغات' : 'Select languages' }).click()
    await expect.element(testId('inner-list').css('tbody tr').first()).toBeVisible()
    await expectAccessible(testId('languages'))
  })

  it.each([1440, 390])('texts from a sheet, %i pixels wide', async (width) => {
    const user = platform({ dictionary_edit: 'ru' })
    const dictionary = [
      { application: 'admin', en: 'Soup %1', ru: '' },
      { application: 'admin', en: 'Soup %2', ru: '' },
    ]
    await open('/Administrator/Dictionary', { user, rows: { ...tables, dictionary }, width })
    await page.getByRole('button', { name: look.lang === 'ar' ? 'تحميل من xls' : 'Load from xls' }).click()
    const dialog = testId('load-from-xls')
    await expectAccessible(dialog)
    const rows = Array.from({ length: 60 }, (_, index) => `${index + 1},Суп %${index + 1}`)
    await dialog.css('input[type=file]').upload(new File([rows.join('\n')], 'soup.csv'))
    // The first worker of a run starts slowly, because its modules are not bundled.
    await expect.element(dialog.css('button[type=submit]'), { timeout: 45_000 }).toBeEnabled()
    await expectAccessible(testId('sheet-preview'))
    await testId('sheet-preview').css('thead button').first().click()
    await testId('sheet-preview').css('thead button').last().click()
    await dialog.css('button[type=submit]').click()
    await expectAccessible(testId('import-rows'))
    await dialog.css('button[type=submit]').click()
    await expectAccessible(testId('import-result'))
  })

  it.each([1440, 390])('every step of an import, %i pixels wide', async (width) => {
    const courier = [{ name: 'Ann', phone: '4911', courier_status: 1 }]
    const states = { courier_status: [{ value: { en: 'Free' } }, { value: { en: 'Busy' } }] }
    await open('/Company/Import?table=courier', { rows: { ...tables, courier, ...states }, width })
    const submit = testId('import-page').css('button[type=submit]')
    await expectAccessible(testId('import-page').css('select'))
    const lines = ['ID,Name,Status', '1,Anna,Busy', ',Ben,Lost', ',Cem,Away', ...Array.from({ length: 120 }, () => ',Dan,Free')]
    await testId('import-page')
      .css('input[type=file]')
      .upload(new File([lines.join('\n')], 'couriers.csv'))
    await expect.element(submit, { timeout: 45_000 }).toBeEnabled()
    await expectAccessible(testId('import-columns'))
    await submit.click()
    await expectAccessible(testId('import-values'))
    await submit.click()
    await expect.element(testId('plan-rows').css('tbody tr').first()).toBeVisible()
    await expectAccessible(testId('plan-rows'))
    await testId('import-page').css('input[type=checkbox]').click()
    await testId('import-page')
      .getByRole('button', { name: look.lang === 'ar' ? 'تطبيق…' : 'Apply…' })
      .click()
    await expectAccessible(testId('import-question'))
    await testId('import-question').css('button').last().click()
    await expectAccessible(testId('import-result'))
  })

  it.each([
    '/Company/User?id=1',
    '/Company/OrderStatus?id=2',
    ...['Main', 'Delivery', 'Store hours', 'Contacts', 'Access'].map((tab) => `/Company/Merchant?id=1&tab=${tab}`),
    '/Company/PaymentTypes?id=new&tab=Pay+System',
  ])('the editor at %s', async (path) => {
    await open(path)
    await expect.element(field).toBeVisible()
    await expectNoFaults(['header'])
  })

  it('a list', async () => {
    await open('/Company/Tag')
    await expect.element(rows.first()).toBeVisible()
    await expectNoFaults(['header'])
  })

  it('the image dialog', async () => {
    await open('/Company/Merchant?id=1&tab=Image')
    await page
      .css('[data-testid^=image-] input[type=file]')
      .first()
      .upload(await drawnPicture(1300, 1300))
    await expect.element(testId('crop-dialog').css('.advanced-cropper-rectangle-stencil')).toBeVisible()
    await expectNoFaults()
  })
})
