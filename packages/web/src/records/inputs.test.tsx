import { ChakraProvider } from '@chakra-ui/react'
import { nextPeriod } from './inputs/hours-input.tsx'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { inputOf, screens } from '@tiffin/core/screens'
import { CoreProvider } from '@tiffin/core/react'
import { entities, type EntityName, type Field, type SessionUser } from '@tiffin/sdk/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { stubCore } from '../stub-core.ts'
import { system } from '../theme/system.ts'
import { RecordsProvider, type RecordsView } from './records-context.ts'
import { PairsInput } from './inputs/company-inputs.tsx'
import { inputs } from './inputs/input-map.ts'
import type { InputProps } from './inputs/input-props.ts'
import { ReferenceInput, ReferenceListInput } from './inputs/reference-inputs.tsx'
import { MultilangInput } from './inputs/multilang-input.tsx'
import { CoordsInput } from './inputs/shown-inputs.tsx'
import { AddressInput, ContactInput, numbersIn } from './inputs/small-structures.tsx'
import { LongTextInput, MoneyInput, NumberInput, TextInput } from './inputs/text-inputs.tsx'

const fieldOf = (entity: EntityName, name: string): Field => (entities[entity].fields as Record<string, Field>)[name] as Field

/** The rendered input. */
function draw(Input: React.ComponentType<InputProps>, value: unknown, more: Partial<InputProps> = {}, seen: object = {}): string {
  const view = {
    screen: screens.find(({ entity }) => entity.name === 'merchant'),
    actor: {},
    user: { settings: {} } as SessionUser,
    company: 1,
    lang: 'en',
    ...seen,
  } as unknown as RecordsView
  const props: InputProps = {
    id: 'field',
    name: 'field',
    label: 'Field',
    field: fieldOf('merchant', 'address'),
    value,
    row: {},
    disabled: false,
    invalid: false,
    required: true,
    describedBy: undefined,
    onChange: () => {},
    onSet: () => {},
    ...more,
  }
  return renderToStaticMarkup(
    <CoreProvider core={stubCore()}>
      <QueryClientProvider client={new QueryClient()}>
        <ChakraProvider value={system}>
          <RecordsProvider value={view}>
            <Input {...props} />
          </RecordsProvider>
        </ChakraProvider>
      </QueryClientProvider>
    </CoreProvider>,
  )
}

it('a chosen record says that its name is loading, instead of an empty box or a number', () => {
  expect(draw(ReferenceInput, 7, { field: fieldOf('company', 'country'), name: 'country' })).toContain('placeholder="Loading…"')
  const chosen = draw(ReferenceListInput, [4, 27], { field: fieldOf('promocode', 'merchant'), name: 'merchant' })
  expect([...chosen.matchAll(/<li[^>]*>([^<]*)/g)].map(([, text]) => text)).toEqual(['…', '…'])
})

/** The attributes of an input's controls. */
const controls = (...drawn: Parameters<typeof draw>): string[] =>
  [...draw(...drawn).matchAll(/<(?:input|textarea)[^>]*>/g)].map(([control]) => control)

it.each([
  ['merchant', 'min_order_cost', 'company', '€'],
  ['tariff', 'amount', 'platform', '$'],
  ['company', 'balance', 'company', '$'],
  // A row of any country.
  ['merchant', 'min_order_cost', 'platform', undefined],
] as const)('MERCH-18 TARIFF-06: %s.%s in the %s area is an amount in %s', (entity, name, area, currency) => {
  const user = { company: { country: { currency_symbol: '€', currency_code: 'EUR' } } }
  const html = draw(MoneyInput, '12.50', { field: fieldOf(entity, name) }, { area, user })
  expect(/data-testid="unit"[^>]*>([^<]*)</.exec(html)?.[1]).toBe(currency)
})

it.each([
  ['discount', 'company', { discount_type: 1 }, '€'],
  ['discount', 'company', { discount_type: 2 }, '%'],
  ['discount', 'platform', { discount_type: 2 }, '%'],
  ['discount', 'company', {}, undefined],
  ['use', 'company', {}, 'times'],
  ['promocode_id', 'company', {}, undefined],
] as const)('PROMO-07: the unit of %s of a promo code in the %s area with %j is %s', (name, area, row, unit) => {
  const user = { company: { country: { currency_symbol: '€', currency_code: 'EUR' } } }
  const screen = screens.find(({ entity }) => entity.name === 'promocode')
  const html = draw(NumberInput, 5, { name, field: fieldOf('promocode', name), row }, { screen, area, user })
  expect(html).toContain('type="number"')
  expect(/data-testid="unit"[^>]*>([^<]*)</.exec(html)?.[1]).toBe(unit)
})

describe('a control uses the direction of its text, or of the page while it is empty', () => {
  it.each<[string, React.ComponentType<InputProps>, empty: unknown, filled: unknown]>([
    ['text', TextInput, '', 'x'],
    ['long text', LongTextInput, null, 'x'],
    ['text in several languages', MultilangInput, {}, { en: 'x' }],
    ['name of a contact', ContactInput, {}, { contact_name: 'x' }],
    ['named value', PairsInput, { header: '' }, { header: 'x' }],
    ['address', AddressInput, { address: '' }, { address: 'x' }],
  ])('%s', (_what, Input, empty, filled) => {
    expect(controls(Input, empty).join('')).not.toContain('dir="auto"')
    expect(controls(Input, filled)[0]).toContain('dir="auto"')
  })
})

it.each([
  ['an e-mail', { contact_email: 'ann' }, 'contact_email'],
  ['a phone', { contact_phone: 'ann', contact_email: '' }, 'contact_phone'],
])('EDIT-14 EDIT-22: marks only the invalid part of a contact: %s', (_what, value, name) => {
  const more = { field: fieldOf('merchant', 'contact'), invalid: true, describedBy: 'problem' }
  const marked = controls(ContactInput, value, more).filter((control) => control.includes('aria-invalid="true"'))
  expect(marked.map((control) => / name="(\w+)"/.exec(control)?.[1])).toEqual([name])
})

it.each(['5, 10 15', '٥، ١٠؛ ١٥', '۵،۱۰،۱۵'])('SHELL-03: reads the numbers of every keyboard: %s', (text) => {
  expect(numbersIn(text)).toEqual([5, 10, 15])
})

it.each([
  ['has the default hours', [], '10:00', '22:00'],
  ['has the default hours while the last one has no end', [{ start: '10:00', end: '' }], '10:00', '22:00'],
  ['starts at the end of the last one', [{ start: '10:00', end: '14:30' }], '14:30', '16:30'],
  ['may end on the next day', [{ start: '10:00', end: '22:00' }], '22:00', '00:00'],
])('MERCH-19: a new period %s', (_what, periods, start, end) => {
  expect(nextPeriod(periods)).toEqual({ start, end })
})

describe('EDIT-14: an address', () => {
  const address = { coords: [1, 2], city: 3, address: 'Mill Lane 1', info: {} }
  it.each([
    ['the text', { ...address, address: 'x'.repeat(1001) }, [true, false, false, false]],
    ['the city', { ...address, city: 1.5 }, [false, true, false, false]],
    ['the latitude of a point beyond the pole', { ...address, coords: [91, 2] }, [false, false, true, false]],
    ['the text if only the server refuses it', address, [true, false, false, false]],
  ])('marks only the invalid part: %s', (_what, value, wrong) => {
    const drawn = controls(AddressInput, value, { invalid: true, describedBy: 'problem' })
    expect(drawn.map((control) => control.includes('aria-invalid="true"'))).toEqual(wrong)
    expect(drawn.map((control) => control.includes('aria-describedby="problem"'))).toEqual(wrong)
  })

  it.each([
    ['a cleared latitude', [null, 2], [true, false]],
    ['a cleared longitude', [1, null], [false, true]],
    ['the latitude of a point beyond the pole', [91, 2], [true, false]],
    ['both', [91, 181], [true, true]],
  ])('MAP-21: marks only the invalid coordinate: %s', (_what, coords, wrong) => {
    const more = { invalid: true, field: fieldOf('country', 'location') }
    const marked = (drawn: string[]) => drawn.map((control) => control.includes('aria-invalid="true"'))
    expect(marked(controls(CoordsInput, coords, more))).toEqual(wrong)
    expect(marked(controls(AddressInput, { ...address, coords }, { invalid: true })).slice(2)).toEqual(wrong)
  })

  it('requires only its text', () => {
    expect(controls(AddressInput, address).map((control) => control.includes('aria-required'))).toEqual([
      true,
      false,
      false,
      false,
    ])
  })
})

/** Names of an input's controls. */
const namesIn = (...drawn: Parameters<typeof draw>): string[] =>
  controls(...drawn).map((control) => / name="(\w+)"/.exec(control)?.[1] ?? '')

const contactMeans = ['contact_phone', 'contact_email', 'contact_other']
it.each<[string, string, string[]]>([
  ['COMP-22', 'company', ['contact_name', 'contact_position', ...contactMeans]],
  ['COUR-09', 'courier', contactMeans],
])('%s: the contacts of a %s are %j', (_id, name, fields) => {
  const screen = screens.find(({ entity }) => entity.name === name)
  expect(namesIn(ContactInput, {}, { field: fieldOf('merchant', 'contact') }, { screen })).toEqual(fields)
})

it.each(['company', 'courier'] as const)('COMP-25 COUR-09: the documents of a %s are files, by their links', (entity) => {
  const docs = [{ name: 'licence.pdf', type: 'link', content: 'https://example.com/licence.pdf' }]
  const html = draw(inputs[fieldOf(entity, 'docs').kind], docs, { field: fieldOf(entity, 'docs') })
  expect(html).toMatch(/<a href="https:\/\/example.com\/licence.pdf"[^>]*>licence.pdf<\/a>/)
})

// A fee is an amount, which stays a string to avoid rounding (DESIGN §2).
it.each<[EntityName, string, string]>([
  ['company', 'fee', 'inputMode="decimal"'],
  ['company', 'overlimit_order_price', 'inputMode="decimal"'],
  ...['limit_admin', 'limit_courier', 'limit_merchant', 'limit_order', 'limit_scu', 'limit_user'].map(
    (name): [EntityName, string, string] => ['company', name, 'type="number"'],
  ),
])('EDIT-14: %s.%s has a number input', (entity, name, attribute) => {
  const field = fieldOf(entity, name)
  const screen = screens.find((item) => item.entity.name === entity)
  const Input = inputs[inputOf(screen ?? { entity: { name: entity }, inputs: {} }, name, field)]
  expect(controls(Input, '5', { field, name }, { screen, area: 'company' }).join('')).toContain(attribute)
})

it.each([
  ['EDIT-34', 'company', 'enable', 1, 0],
  ['EDIT-34', 'company', 'price_show_decimal', 1, 0],
  ['EDIT-34', 'company', 'status', 1, 0],
  ['EDIT-34', 'company', 'allow_chat', 1, 0],
  ['PAY-06', 'pay_type', 'online', 1, 0],
  ['PAY-05', 'pay_type', 'admin', 2, 1],
  ['PAY-05', 'pay_type', 'app', 2, 1],
  ['PAY-05', 'pay_type', 'odd', 2, 1],
  ['TAG-04', 'cuisine', 'show', 1, 2],
  ['CAT-06', 'merchant_type', 'alcohol_warning', 1, 2],
] as const)('%s: the switch %s.%s is on for %i and off for %i', (_id, entity, name, on, off) => {
  const screen = screens.find((item) => item.entity.name === entity)
  const field = fieldOf(entity, name)
  const Input = inputs[inputOf(screen ?? { entity: { name: entity }, inputs: {} }, name, field)]
  const isOn = (value: unknown): boolean => controls(Input, value, { field, name }, { screen }).join('').includes('checked=""')
  expect([isOn(on), isOn(off)]).toEqual([true, false])
})

it('EDIT-15: dates and times have their own inputs', () => {
  const seen = { timezone: 'Europe/Berlin' }
  const time = controls(inputs.moment, '2026-11-20T12:00:00.000Z', { field: fieldOf('company', 'due_date') }, seen).join('')
  expect(time).toContain('type="datetime-local"')
  expect(time).toContain('value="2026-11-20T13:00"')
  const day = controls(inputs.date, '2026-11-20', { field: fieldOf('promocode', 'date_start') }, seen).join('')
  expect(day).toContain('type="date"')
})

it('EDIT-33: a radius is a slider and a number from 1000 to 200000 metres in steps of 100', () => {
  const drawn = controls(inputs.radius, 5000, { field: fieldOf('city', 'radius') })
  expect(drawn.map((control) => / type="(\w+)"/.exec(control)?.[1])).toEqual(['range', 'number'])
  for (const control of drawn) {
    expect(control).toContain('min="1000"')
    expect(control).toContain('max="200000"')
    expect(control).toContain('step="100"')
    expect(control).toContain('value="5000"')
  }
})

it('IMG-14: the photo in an editor expands to 200 by 250', () => {
  const html = draw(inputs.image, 'ann.webp', { field: fieldOf('courier', 'img'), name: 'img' }, { area: 'company' })
  expect(html).toContain('max-width:200px;max-height:250px')
})

it.each(['en', 'ru'])('MERCH-15: a reader of %s sees the text in that language first, and the number of languages', (lang) => {
  const html = draw(MultilangInput, { en: 'Soup', ru: 'Суп' }, { field: fieldOf('merchant', 'name') }, { lang })
  expect(/<textarea[^>]* lang="(\w+)"/.exec(html)?.[1]).toBe(lang)
  expect(html.replaceAll(/<[^>]+>/g, ' ')).toMatch(new RegExp(`${lang}\\s+2/2`))
})

it('opening hours that may be empty say so, and can be set', () => {
  const field = fieldOf('company', 'chat_hours')
  const empty = draw(inputs.hours, null, { field })
  expect(empty).toContain('No hours set')
  expect(empty).toContain('Set opening hours')
  expect(draw(inputs.hours, null, { field, disabled: true })).not.toContain('Set opening hours')
  const week = [0, 1].map((day) => ({ name: '', day, work: 1, periods: [{ start: '09:00', end: '18:00' }] }))
  expect(draw(inputs.hours, week, { field })).toContain('Remove hours')
  expect(draw(inputs.hours, week, { field: fieldOf('merchant', 'work_time') })).not.toContain('Remove hours')
})
