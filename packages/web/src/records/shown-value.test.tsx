import { ChakraProvider } from '@chakra-ui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type Core, createCore, memoryStorage } from '@tiffin/core'
import { CoreProvider } from '@tiffin/core/react'
import { changedParts, profile, type Screen, screens } from '@tiffin/core/screens'
import type { EntityName, SessionUser } from '@tiffin/sdk/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { system } from '../theme/system.ts'
import { PartName } from './part-name.tsx'
import { RecordsProvider, type RecordsView } from './records-context.ts'
import { ShownValue } from './shown-value.tsx'

function coreWithout(): Core {
  const clock = { now: () => 0, after: () => () => {} }
  return createCore({
    url: 'http://127.0.0.1:9',
    app: { name: 'web', version: '0' },
    keep: 'cookie',
    ports: { clock, storage: memoryStorage(), log: () => {} },
  })
}

const all: readonly Screen[] = [...screens, profile]
function screenOf(entity: EntityName): Screen {
  const screen = all.find((item) => item.entity.name === entity)
  if (!screen) throw new Error(`no screen of ${entity}`)
  return screen
}

/** The visible text. */
function drawn(screen: Screen, what: React.ReactElement, lang = 'en'): string {
  const view: RecordsView = {
    screen,
    area: 'company',
    user: {} as SessionUser,
    actor: {} as RecordsView['actor'],
    company: 1,
    lang,
    timezone: 'UTC',
    country: '',
    today: () => ({ now: 0, timezone: 'UTC' }),
  }
  const html = renderToStaticMarkup(
    <CoreProvider core={coreWithout()}>
      <QueryClientProvider client={new QueryClient()}>
        <ChakraProvider value={system}>
          <RecordsProvider value={view}>{what}</RecordsProvider>
        </ChakraProvider>
      </QueryClientProvider>
    </CoreProvider>,
  )
  return html
    .replaceAll(/<style[^>]*>.*?<\/style>/gs, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

const day = {
  name: 'Monday',
  day: 1,
  work: 1,
  periods: [
    { start: '10:00', end: '14:00' },
    { start: '18:00', end: '02:00' },
  ],
}
const option = { field: 'allow_chat', free: 1, enable: 0, show: 0, value: '5', description: {} }
const levels = Array.from({ length: 11 }, (_, at) => (at === 4 ? 2 : 0))

/** Fields, a value, and its text, part by part. */
const cases: [entity: EntityName, field: string, value: unknown, read: [name: string, value: string][]][] = [
  ['cuisine', 'name', { en: 'Soup' }, [['Name (en)', 'Soup']]],
  ['cuisine', 'show', 1, [['Show in menu', 'Yes']]],
  ['merchant', 'alcohol_warning', 2, [['Alcohol warning', 'No']]],
  ['merchant', 'type', 7, [['Type', '7']]],
  ['merchant', 'cuisine', [7, 9], [['Cuisines', '7, 9']]],
  ['merchant', 'cuisine', [], [['Cuisines', '—']]],
  ['merchant', 'min_order_cost', '12.50', [['Minimum order', '12.50']]],
  [
    'merchant',
    'address',
    { coords: [1, 2.5], city: 3, address: 'Mill Lane 1', radius: 1000, info: { floor: '2', flat: '5' } },
    [
      ['Address (Coordinates)', '1.00000, 2.50000'],
      ['Address (City)', '3'],
      ['Address (Address)', 'Mill Lane 1'],
      ['Address (Radius (m))', '1000'],
      ['Address (Delivery instructions)', '2, 5'],
    ],
  ],
  ['country', 'location', [null, 13.4], [['Coordinates', '—, 13.40000']]],
  ['merchant', 'work_time', [day], [['Store hours (Monday)', '10:00–14:00, 18:00–02:00 +1']]],
  ['merchant', 'work_time', [{ ...day, work: 0 }], [['Store hours (Monday)', 'Closed']]],
  ['company', 'chat_hours', [day], [['Chat hours (Monday)', '10:00–14:00, 18:00–02:00 +1']]],
  ['merchant', 'delivery', [{ from_km: 0, to_km: 3, price: 5, per_km: 1 }], [['Delivery', '0–3 km: 5, and 1 per km']]],
  ['merchant', 'delivery', [], [['Delivery', 'No delivery']]],
  ['merchant', 'contact', { contact_phone: '12' }, [['Contacts (Contact phone)', '12']]],
  ['merchant', 'access', [{ user: 7, access: levels }], [['Access (7: Products)', 'Edit']]],
  ['courier', 'contact', { contact_email: 'a@b.c' }, [['Contacts (Contact email)', 'a@b.c']]],
  ['company', 'contact', { contact_other: 'Bell' }, [['Contacts (Other contacts)', 'Bell']]],
  ['company', 'tips', [5, 10], [['Tips (%)', '5, 10']]],
  ['company', 'color_scheme', { header: '#112233' }, [['App colours (header)', '#112233']]],
  ['company', 'docs', [{ name: 'contract.pdf', type: 'link', content: 'https://x.example' }], [['Documents', 'contract.pdf']]],
  ['courier', 'docs', [{ name: 'licence.pdf', type: 'link', content: 'https://x.example' }], [['Documents', 'licence.pdf']]],
  ['company', 'lang', [1], [['Languages', '1']]],
  [
    'order_status',
    'color',
    { background: '#000000', text: '#FFFFFF' },
    [
      ['Colours (Background)', '#000000'],
      ['Colours (Text colour)', '#FFFFFF'],
    ],
  ],
  ['order', 'cart', [{ name: 'Soup', qty: 2 }], [['Items', '2 × Soup']]],
  ['order', 'destination_info_json', { flat: '5' }, [['Address details (Flat)', '5']]],
  ['order_status', 'sound', 'builtin:new', [['Sound', 'Rising tones Listen']]],
  ['order_status', 'sound', '', [['Sound', 'No sound']]],
  [
    'tariff',
    'option',
    [option],
    [
      ['Options (Chat: Free)', 'Yes'],
      ['Options (Chat: Value)', '5'],
    ],
  ],
  ['pay_type', 'pay_system_settings', [{ key: 'x' }], [['Payment system settings', '••••']]],
  ['admin', 'password', 'x', [['Password', '••••']]],
  ['admin', 'dictionary_edit', 'en,ru', [['Dictionary languages', 'en, ru']]],
  [
    'mailing',
    'audience',
    { orders_min: 3, langs: ['en', 'ru'] },
    [['Audience', 'Languages of the customers: en, ru; Minimum number of orders: 3']],
  ],
  [
    'mailing',
    'audience',
    { ordered_within_days: 30, not_ordered_for_days: 7, bonus_min: '5.5', testers: true },
    [['Audience', 'Ordered within (days): 30; No order for (days): 7; Minimum bonus points: 5.5; Testers only']],
  ],
  ['mailing', 'audience', {}, [['Audience', '—']]],
  ['promocode', 'date_start', '2026-02-03', [['Start', 'Feb 3, 2026']]],
  ['promocode', 'discount_type', 2, [['Discount type', 'Percent']]],
]

describe('a value compared with another', () => {
  it.each(cases)('EDIT-02: %s.%s is shown as text: %j', (name, field, value, read) => {
    const screen = screenOf(name)
    const { entity } = screen
    const parts = changedParts(entity, field, undefined, value)
    expect(
      parts.map(({ part, after }) => [
        drawn(screen, <PartName entity={entity} field={field} part={part} company={1} />),
        drawn(screen, <ShownValue entity={entity} name={field} part={part} value={after} company={1} />),
      ]),
    ).toEqual(read)
  })

  it.each<[EntityName, string, unknown, string]>([
    ['merchant', 'cuisine', [7, 9], '7، 9'],
    ['merchant', 'address', { info: { floor: '2', flat: '5' } }, '2، 5'],
    ['merchant', 'work_time', [day], '10:00–14:00، 18:00–02:00 +1'],
    ['admin', 'dictionary_edit', 'en,ru', 'en، ru'],
  ])('EDIT-02 SHELL-03: lists of %s.%s have the comma of the language', (name, field, value, read) => {
    const screen = screenOf(name)
    const [{ part, after } = {}] = changedParts(screen.entity, field, undefined, value)
    const shown = <ShownValue entity={screen.entity} name={field} part={part} value={after} company={1} />
    expect(drawn(screen, shown, 'ar')).toBe(read)
  })

  it('is tested for every structure that a screen edits', () => {
    const known = new Set(cases.map(([entity, field]) => `${entity}.${field}`))
    const writable = all.filter(({ entity }) => entity.access.write !== 'nobody')
    const edited = writable.flatMap(({ entity, editor }) =>
      editor.tabs.flatMap(({ fields }) => fields.map((name) => ({ name: `${entity.name}.${name}`, field: entity.fields[name] }))),
    )
    const structures = edited.filter(({ field }) => ['json', 'files'].includes(field?.kind ?? '') && field?.readonly !== true)
    expect(structures.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([])
  })
})
