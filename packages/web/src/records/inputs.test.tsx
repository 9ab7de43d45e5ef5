import { ChakraProvider } from '@chakra-ui/react'
import { nextPeriod } from './inputs/hours-input.tsx'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screens } from '@tiffin/core/screens'
import { CoreProvider } from '@tiffin/core/react'
import { entities, type EntityName, type Field, type SessionUser } from '@tiffin/sdk/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { stubCore } from '../stub-core.ts'
import { system } from '../theme/system.ts'
import { RecordsProvider, type RecordsView } from './records-context.ts'
import { PairsInput } from './inputs/company-inputs.tsx'
import type { InputProps } from './inputs/input-props.ts'
import { MultilangInput } from './inputs/multilang-input.tsx'
import { CoordsInput } from './inputs/shown-inputs.tsx'
import { AddressInput, ContactInput, numbersIn } from './inputs/small-structures.tsx'
import { LongTextInput, TextInput } from './inputs/text-inputs.tsx'

const fieldOf = (entity: EntityName, name: string): Field => (entities[entity].fields as Record<string, Field>)[name] as Field

/** The controls of an input, as their attributes. */
function controls(Input: React.ComponentType<InputProps>, value: unknown, more: Partial<InputProps> = {}) {
  const view = {
    screen: screens.find(({ entity }) => entity.name === 'merchant'),
    actor: {},
    user: { settings: {} } as SessionUser,
    company: 1,
    lang: 'en',
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
  const html = renderToStaticMarkup(
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
  return [...html.matchAll(/<(?:input|textarea)[^>]*>/g)].map(([control]) => control)
}

describe('a control reads the way of what stands in it, and that of the page while it is empty', () => {
  it.each<[string, React.ComponentType<InputProps>, empty: unknown, filled: unknown]>([
    ['text', TextInput, '', 'x'],
    ['long text', LongTextInput, null, 'x'],
    ['text in several languages', MultilangInput, {}, { en: 'x' }],
    ['name of a contact', ContactInput, {}, { contact_name: 'x' }],
    ['value by name', PairsInput, { header: '' }, { header: 'x' }],
    ['address', AddressInput, { address: '' }, { address: 'x' }],
  ])('%s', (_what, Input, empty, filled) => {
    expect(controls(Input, empty).join('')).not.toContain('dir="auto"')
    expect(controls(Input, filled)[0]).toContain('dir="auto"')
  })
})

it.each([
  ['an e-mail', { contact_email: 'ann' }, 'contact_email'],
  ['a phone', { contact_phone: 'ann', contact_email: '' }, 'contact_phone'],
])('EDIT-14 EDIT-22: of a contact %s that is none is marked, and nothing else', (_what, value, name) => {
  const more = { field: fieldOf('merchant', 'contact'), invalid: true, describedBy: 'problem' }
  const marked = controls(ContactInput, value, more).filter((control) => control.includes('aria-invalid="true"'))
  expect(marked.map((control) => / name="(\w+)"/.exec(control)?.[1])).toEqual([name])
})

it.each(['5, 10 15', '٥، ١٠؛ ١٥', '۵،۱۰،۱۵'])('SHELL-03: reads the numbers of every keyboard: %s', (text) => {
  expect(numbersIn(text)).toEqual([5, 10, 15])
})

it.each([
  ['of the usual hours', [], '10:00', '22:00'],
  ['of the usual hours while the last has no end', [{ start: '10:00', end: '' }], '10:00', '22:00'],
  ['after the last', [{ start: '10:00', end: '14:30' }], '14:30', '16:30'],
  ['into the next day', [{ start: '10:00', end: '22:00' }], '22:00', '00:00'],
])('MERCH-19: another period is one %s', (_what, periods, start, end) => {
  expect(nextPeriod(periods)).toEqual({ start, end })
})

describe('EDIT-14: of an address', () => {
  const address = { coords: [1, 2], city: 3, address: 'Mill Lane 1', info: {} }
  it.each([
    ['its text', { ...address, address: 'x'.repeat(1001) }, [true, false, false, false]],
    ['its city', { ...address, city: 1.5 }, [false, true, false, false]],
    ['a point beyond the pole', { ...address, coords: [91, 2] }, [false, false, true, false]],
    ['what the server alone refuses', address, [true, false, false, false]],
  ])('%s is marked, and nothing else', (_what, value, wrong) => {
    const drawn = controls(AddressInput, value, { invalid: true, describedBy: 'problem' })
    expect(drawn.map((control) => control.includes('aria-invalid="true"'))).toEqual(wrong)
    expect(drawn.map((control) => control.includes('aria-describedby="problem"'))).toEqual(wrong)
  })

  it.each([
    ['an emptied latitude', [null, 2], [true, false]],
    ['an emptied longitude', [1, null], [false, true]],
    ['a point beyond the pole', [91, 2], [true, false]],
    ['both', [91, 181], [true, true]],
  ])('MAP-21: of coordinates %s is marked, and nothing else', (_what, coords, wrong) => {
    const more = { invalid: true, field: fieldOf('country', 'location') }
    const marked = (drawn: string[]) => drawn.map((control) => control.includes('aria-invalid="true"'))
    expect(marked(controls(CoordsInput, coords, more))).toEqual(wrong)
    expect(marked(controls(AddressInput, { ...address, coords }, { invalid: true })).slice(2)).toEqual(wrong)
  })

  it('its text alone is required', () => {
    expect(controls(AddressInput, address).map((control) => control.includes('aria-required'))).toEqual([
      true,
      false,
      false,
      false,
    ])
  })
})
