import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  addMonths,
  boardPeriod,
  companyToday,
  dayBounds,
  type DayPeriod,
  daysBetween,
  daysOfPeriod,
  fromLocalTime,
  isTimezone,
  periodBounds,
  periodState,
  quickPeriod,
  type QuickPeriod,
  quickPeriods,
  toLocalTime,
  wallTime,
} from './periods.ts'

const HOUR = 3_600_000
const hours = ([first, last]: readonly [string, string]) => (Date.parse(last) + 1 - Date.parse(first)) / HOUR

describe('days of the company', () => {
  it.each<[string, string, string]>([
    ['2026-11-20T23:30:00Z', 'Europe/Berlin', '2026-11-21'],
    ['2026-11-20T22:59:59.999Z', 'Europe/Berlin', '2026-11-20'],
    ['2026-11-20T18:30:00Z', 'Asia/Kolkata', '2026-11-21'],
    ['2026-11-20T18:29:59.999Z', 'Asia/Kolkata', '2026-11-20'],
    ['2026-11-21T02:00:00Z', 'America/Sao_Paulo', '2026-11-20'],
    ['2026-11-20T12:00:00Z', 'Pacific/Kiritimati', '2026-11-21'],
    ['2026-12-31T23:00:00Z', 'Asia/Tokyo', '2027-01-01'],
  ])('KDS-21: at %s the date in %s is %s', (time, timezone, day) => {
    expect(companyToday(Date.parse(time), timezone)).toBe(day)
  })

  it.each<[string, string, string, string, number]>([
    ['UTC', '2026-11-21', '2026-11-21T00:00:00.000Z', '2026-11-21T23:59:59.999Z', 24],
    ['Europe/Berlin', '2026-11-21', '2026-11-20T23:00:00.000Z', '2026-11-21T22:59:59.999Z', 24],
    // Daylight saving time begins and ends.
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z', 23],
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z', 25],
    ['Asia/Kolkata', '2026-11-21', '2026-11-20T18:30:00.000Z', '2026-11-21T18:29:59.999Z', 24],
    ['America/Sao_Paulo', '2026-11-21', '2026-11-21T03:00:00.000Z', '2026-11-22T02:59:59.999Z', 24],
    // Midnight itself is skipped, or occurs twice.
    ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00.000Z', '2018-11-05T01:59:59.999Z', 23],
    ['America/Sao_Paulo', '2019-02-16', '2019-02-16T02:00:00.000Z', '2019-02-17T02:59:59.999Z', 25],
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z', '2026-04-24T20:59:59.999Z', 23],
    ['Africa/Cairo', '2026-10-29', '2026-10-28T21:00:00.000Z', '2026-10-29T21:59:59.999Z', 25],
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T04:59:59.999Z', 25],
    ['Asia/Amman', '2021-10-29', '2021-10-28T21:00:00.000Z', '2021-10-29T21:59:59.999Z', 25],
    ['Australia/Lord_Howe', '2026-10-04', '2026-10-03T13:30:00.000Z', '2026-10-04T12:59:59.999Z', 23.5],
  ])('KDS-21 BOARD-14: in %s the %s runs from %s to %s', (timezone, day, first, last, length) => {
    const bounds = dayBounds(day, timezone)
    expect(bounds).toEqual([first, last])
    expect(hours(bounds)).toBe(length)
  })

  const timezone = fc.constantFrom(
    'UTC',
    'Europe/Berlin',
    'America/Sao_Paulo',
    'Asia/Kolkata',
    'Africa/Cairo',
    'America/New_York',
    'Asia/Kathmandu',
  )
  const anyDay = fc.integer({ min: 0, max: 14_000 }).map((days) => addDays('2000-01-01', days))

  it('KDS-21: consecutive days neither overlap nor leave gaps, and each time belongs to its day', () => {
    fc.assert(
      fc.property(anyDay, timezone, fc.double({ min: 0, max: 1, noNaN: true }), (day, zone, share) => {
        const [first, last] = dayBounds(day, zone).map((timestamp) => Date.parse(timestamp)) as [number, number]
        expect(Date.parse(dayBounds(addDays(day, 1), zone)[0])).toBe(last + 1)
        expect(companyToday(first, zone)).toBe(day)
        expect(companyToday(last, zone)).toBe(day)
        expect(companyToday(first - 1, zone)).toBe(addDays(day, -1))
        expect(companyToday(last + 1, zone)).toBe(addDays(day, 1))
        expect(companyToday(Math.floor(first + (last - first) * share), zone)).toBe(day)
      }),
      { numRuns: 300 },
    )
  })

  it('KDS-21: refuses unknown zones and days', () => {
    expect(isTimezone('Europe/Berlin')).toBe(true)
    expect(isTimezone('Europe/Atlantis')).toBe(false)
    expect(() => companyToday(0, 'Europe/Atlantis')).toThrow(RangeError)
    expect(() => dayBounds('2026-13-01', 'UTC')).toThrow('Not a day: 2026-13-01')
  })
})

describe('periods', () => {
  it('BOARD-13: the board runs from today to the seventh day ahead', () => {
    expect(boardPeriod('2026-12-28')).toEqual({ from: '2026-12-28', to: '2027-01-04' })
  })

  it('BOARD-14: a period covers its days from 00:00:00 to 23:59:59', () => {
    expect(periodBounds({ from: '2026-10-24', to: '2026-10-26' }, 'Europe/Berlin')).toEqual([
      '2026-10-23T22:00:00.000Z',
      '2026-10-26T22:59:59.999Z',
    ])
  })

  const on = (today: string): Record<QuickPeriod, DayPeriod> =>
    Object.fromEntries(quickPeriods.map((option) => [option, quickPeriod(option, today)])) as Record<QuickPeriod, DayPeriod>

  it('LIST-20 LIST-21: lists the quick options of a date filter in order', () => {
    expect(quickPeriods.slice(0, 7)).toEqual([
      'Today',
      'Yesterday',
      'Day before yesterday',
      'Month',
      'Year',
      'Last month',
      'Last year',
    ])
    expect(on('2028-03-31')).toEqual({
      Today: { from: '2028-03-31', to: '2028-03-31' },
      Yesterday: { from: '2028-03-30', to: '2028-03-30' },
      'Day before yesterday': { from: '2028-03-29', to: '2028-03-29' },
      Month: { from: '2028-03-01', to: '2028-03-31' },
      Year: { from: '2028-01-01', to: '2028-12-31' },
      'Last month': { from: '2028-02-01', to: '2028-02-29' },
      'Last year': { from: '2027-01-01', to: '2027-12-31' },
      'Two month': { from: '2028-01-31', to: '2028-03-31' },
      'Three months': { from: '2027-12-31', to: '2028-03-31' },
      'Half a year': { from: '2027-09-30', to: '2028-03-31' },
      'Month to date': { from: '2028-03-01', to: '2028-03-31' },
      'Year to date': { from: '2028-01-01', to: '2028-03-31' },
    })
    expect(on('2026-11-18')).toMatchObject({
      Month: { from: '2026-11-01', to: '2026-11-30' },
      'Last month': { from: '2026-10-01', to: '2026-10-31' },
      'Half a year': { from: '2026-05-18', to: '2026-11-18' },
      'Month to date': { from: '2026-11-01', to: '2026-11-18' },
    })
  })

  it.each<[string, number, string]>([
    ['2026-01-31', 1, '2026-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2026-12-15', 1, '2027-01-15'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2026-01-15', -13, '2024-12-15'],
  ])('%s and %i months are %s', (day, months, result) => {
    expect(addMonths(day, months)).toBe(result)
  })
})

describe('typed times', () => {
  it.each([
    ['2026-11-21T18:30', 'Europe/Berlin', '2026-11-21T17:30:00.000Z'],
    ['2026-07-21T18:30', 'Europe/Berlin', '2026-07-21T16:30:00.000Z'],
    ['2026-11-21T18:30:59', 'UTC', '2026-11-21T18:30:00.000Z'],
    // Occurs twice when daylight saving time ends: use the first.
    ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    // Skipped when it begins: use the hour after.
    ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
    ['2026-11-21T00:00', 'Pacific/Kiritimati', '2026-11-20T10:00:00.000Z'],
    // Hours before and after daylight saving time begins.
    ['2026-03-29T01:30', 'Europe/Berlin', '2026-03-29T00:30:00.000Z'],
    ['2026-03-29T12:00', 'Europe/Berlin', '2026-03-29T10:00:00.000Z'],
  ])('EDIT-16: %s in %s is %s', (local, timezone, time) => {
    expect(fromLocalTime(local, timezone)).toBe(time)
  })

  it.each([
    ['2026-11-21T17:30:00.000Z', 'Europe/Berlin', '2026-11-21T18:30'],
    ['2026-07-21T16:30:59.999Z', 'Europe/Berlin', '2026-07-21T18:30'],
    ['2026-11-20T18:30:00.000Z', 'Asia/Kolkata', '2026-11-21T00:00'],
    ['2026-10-25T01:30:00.000Z', 'Europe/Berlin', '2026-10-25T02:30'],
  ])('EDIT-15 EDIT-16: %s is in %s %s', (timestamp, timezone, local) => {
    expect(toLocalTime(timestamp, timezone)).toBe(local)
  })

  it.each([
    [0, '1970-01-01T00:00:00.000Z'],
    [1, '1970-01-01T00:00:00.001Z'],
    [-1, '1969-12-31T23:59:59.999Z'],
    [1_795_282_200_250, '2026-11-21T17:30:00.250Z'],
  ])('EDIT-16: shows %i unchanged in UTC', (timeMs, iso) => {
    expect(new Date(wallTime(timeMs, 'UTC')).toISOString()).toBe(iso)
  })

  it('a chosen period is its days, or those of its quick option', () => {
    const days = { from: '2026-01-01', to: '2026-01-02' }
    expect(daysOfPeriod(days, '2026-11-21')).toEqual(days)
    expect(daysOfPeriod('Yesterday', '2026-11-21')).toEqual({ from: '2026-11-20', to: '2026-11-20' })
  })
})

describe('comparing days', () => {
  it.each<[string | null | undefined, string | null | undefined, 'Expired' | 'Not started' | null]>([
    ['2026-11-01', '2026-11-30', null],
    // First and last day are included.
    ['2026-11-21', '2026-11-21', null],
    ['2026-11-22', '2026-11-30', 'Not started'],
    ['2026-11-01', '2026-11-20', 'Expired'],
    ['2026-11-22', '2026-11-20', 'Expired'],
    [null, '2026-11-20', 'Expired'],
    [null, '2026-11-21', null],
    ['2026-11-22', null, 'Not started'],
    ['2026-11-21', undefined, null],
    [undefined, undefined, null],
  ])('PROMO-06: on 2026-11-21 the state of a range from %s to %s is %s', (date_start, date_finish, state) => {
    expect(
      periodState(
        { ...(date_start === undefined ? {} : { date_start }), ...(date_finish === undefined ? {} : { date_finish }) },
        '2026-11-21',
      ),
    ).toBe(state)
  })

  it.each([
    ['2026-11-21', '2026-11-21', 0],
    ['2026-11-21', '2026-11-22', 1],
    ['2028-02-28', '2028-03-01', 2],
    ['2026-01-01', '2027-01-01', 365],
    ['2026-11-22', '2026-11-21', -1],
  ])('from %s to %s there are %i days', (from, to, days) => {
    expect(daysBetween(from, to)).toBe(days)
  })
})
