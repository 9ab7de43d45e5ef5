import fc from 'fast-check'

type Row = Record<string, unknown>
export type Tables = Record<string, Row[]>

const oddWords = [
  'New',
  'New (2)',
  '-',
  '- x',
  '007',
  '1.50',
  'true',
  'null',
  '~',
  'yes',
  'a: b',
  '# x',
  '"q"',
  "it's",
  '*x',
  '&a',
  '!t',
  '{',
  '[a',
  '2026-01-01',
  ' lead',
  'tail ',
  'two\nlines',
  'مرحبا',
  'Новый',
  '__proto__',
  'constructor',
  'was',
  '%',
  '@x',
  '|',
  '>',
]
const title = fc.oneof(
  fc.constantFrom(...oddWords),
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
    .filter((text) => /[\p{L}\p{N}]/u.test(text) && text.isWellFormed()),
)
const texts = fc.record({ en: title, ru: title, de: title }, { requiredKeys: [] }).filter((all) => Object.keys(all).length > 0)
const flag = fc.constantFrom(0, 1)
const choice = fc.constantFrom(1, 2)
const color = fc.constantFrom('#112233', '#ABCDEF')
const money = fc.constantFrom(null, '0.00', '1.50', '007.10', '12')
const numbered = (rows: Row[], key: string, more: (at: number) => Row = () => ({})): Row[] =>
  rows.map((row, at) => ({ [key]: at + 1, revision: 1, ...row, ...more(at) }))

const status = fc.record({
  value: texts,
  color: fc.record({ background: color, text: color }),
  merchant: fc.constantFrom(0, 1, 2),
  courier: fc.constantFrom(0, 1, 2),
  sound: fc.constantFrom('', 'builtin:alarm'),
  ready: flag,
  done: flag,
  print: flag,
  targets: fc.array(fc.nat(7), { maxLength: 4 }),
})
/** The rows of a random company by table, with keys from 1. Names are as odd as YAML allows. */
export const configuration = fc
  .record({
    statuses: fc.array(status, { minLength: 1, maxLength: 7 }),
    cancelled: fc.boolean(),
    steps: fc.array(fc.record({ name: texts, type: choice, targets: fc.array(fc.nat(7), { maxLength: 4 }) }), { maxLength: 3 }),
    payTypes: fc.array(
      fc.record({
        name: texts,
        status: choice,
        commission_percent: fc.constantFrom(null, 0, 2.5),
        commission_fixed: money,
        emit: fc.oneof(fc.constant(''), title),
        admin: choice,
        odd: choice,
        order: fc.integer({ min: 1, max: 30 }),
      }),
      { maxLength: 4 },
    ),
    tags: fc.array(fc.record({ name: texts, comment: fc.oneof(fc.constant({}), texts), show: choice, order: fc.nat(9) }), {
      maxLength: 5,
    }),
    banners: fc.array(
      fc.record({
        title: fc.oneof(fc.constant({}), texts),
        link: fc.constantFrom('', 'https://example.com/a?b=c#d'),
        date_start: fc.constantFrom('2026-01-01', '2026-11-30'),
        product: fc.oneof(fc.constant(''), title),
      }),
      { maxLength: 3 },
    ),
    company: fc.record({
      tips: fc.array(fc.constantFrom(5, 10, 12.5), { maxLength: 3 }),
      keep_alive_timeout: fc.constantFrom(null, 0, 600),
      timezone: fc.constantFrom('UTC', 'Europe/Berlin'),
      distance_model: fc.constantFrom('degrees', 'haversine'),
      handoff_codes: flag,
      fee: fc.constantFrom('0.00', '2.50'),
    }),
  })
  .map(({ statuses, cancelled, steps, payTypes, tags, banners, company }): Tables => {
    const keysOf = (targets: number[]): number[] => [...new Set(targets.map((at) => (at % statuses.length) + 1))]
    return {
      order_status: numbered(
        statuses.map(({ targets, ...row }, at) => ({ ...row, transfer: keysOf(targets).filter((key) => key !== at + 1) })),
        'order_status_id',
        (at) => ({
          status: cancelled ? at : at + 1,
          created: at === statuses.length - 1 ? 1 : 0,
          // A status with the number 0 keeps it, so it has a name that no other status gets.
          ...(cancelled && at === 0 ? { value: { en: 'Cancelled' } } : {}),
        }),
      ),
      order_step: numbered(
        steps.map(({ targets, ...row }) => ({ ...row, status: keysOf(targets) })),
        'order_step_id',
        (at) => ({ step: at + 1 }),
      ),
      pay_type: numbered(payTypes, 'pay_type_id').toSorted((a, b) => Number(a['order']) - Number(b['order'])),
      cuisine: numbered(tags, 'cuisine_id').toSorted((a, b) => Number(a['order']) - Number(b['order'])),
      banner: numbered(
        banners.map((row) => ({ ...row, date_finish: '2026-12-31', type: 1, status: 1 })),
        'banner_id',
      ),
      company: [{ company_id: 1, revision: 1, country: 1, lang: [1], ...company }],
    }
  })
