import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { currencySymbol, formatMoney, formatPrice, parseMoney, percentOf, shownDecimals, sum, times } from './money.ts'

const minor = fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n })

describe('parsing and formatting', () => {
  it.each<[string | number | null | undefined, string]>([
    ['12.50', '12.50'],
    ['12.5', '12.50'],
    ['0.005', '0.01'],
    ['0.0049', '0.00'],
    ['-0.005', '-0.01'],
    ['-3', '-3.00'],
    [1.005, '1.01'],
    [1e-7, '0.00'],
    [0.1 + 0.2, '0.30'],
    ['999999999999.99', '999999999999.99'],
    ['', '0.00'],
    [null, '0.00'],
    [undefined, '0.00'],
  ])('PRICE-01: %j is %s', (value, text) => {
    expect(formatMoney(parseMoney(value))).toBe(text)
  })

  it.each(['1,5', 'abc', '1.2.3', '0x10', '1e5', Number.NaN, Number.POSITIVE_INFINITY])('PRICE-01: refuses %j', (value) => {
    expect(() => parseMoney(value)).toThrow(RangeError)
  })

  it('PRICE-01: parses formatted amounts back to the same value', () => {
    fc.assert(fc.property(minor, (amount) => parseMoney(formatMoney(amount)) === amount))
  })

  it('PRICE-01: sums of decimal strings are exact', () => {
    fc.assert(
      fc.property(fc.array(minor, { maxLength: 50 }), (amounts) => {
        const total = sum(amounts.map((amount) => parseMoney(formatMoney(amount))))
        return total === amounts.reduce((a, b) => a + b, 0n)
      }),
    )
  })
})

describe('rounding', () => {
  it.each<[string, string | number, string]>([
    ['0.05', 0.5, '0.03'],
    ['0.05', '0.5', '0.03'],
    ['-0.05', 0.5, '-0.03'],
    ['10.00', 0.333, '3.33'],
    ['9.99', 3, '29.97'],
    ['1.15', 0.1, '0.12'],
  ])('PRICE-01: %s times %s is %s, rounded half up', (amount, factor, result) => {
    expect(formatMoney(times(parseMoney(amount), factor))).toBe(result)
  })

  it.each<[string, number, string]>([
    ['33.33', 10, '3.33'],
    ['33.35', 10, '3.34'],
    ['200.00', 12.5, '25.00'],
    ['-1.00', 50, '-0.50'],
  ])('PRICE-08: %s at %f percent is %s', (amount, percent, result) => {
    expect(formatMoney(percentOf(parseMoney(amount), percent))).toBe(result)
  })
})

describe('displayed prices', () => {
  it.each<[string, 0 | 1 | null | undefined, string | undefined, string]>([
    ['12.50', 1, '$', '12.50 $'],
    ['12.50', undefined, '$', '12.50 $'],
    ['12.50', null, '$', '12.50 $'],
    ['12.50', 0, '₽', '13 ₽'],
    ['12.49', 0, '₽', '12 ₽'],
    ['-12.50', 0, '₽', '-13 ₽'],
    ['12.50', 1, undefined, '12.50 %'],
    ['12.50', 1, '', '12.50 %'],
  ])('PRICE-05 PRICE-06 PRICE-07: shows %s with price_show_decimal %s and symbol %s as %s', (amount, show, symbol, text) => {
    expect(formatPrice(amount, { decimals: shownDecimals({ price_show_decimal: show }), symbol })).toBe(text)
  })

  it('PRICE-07: prefers the country\'s symbol to its code, and either to "%"', () => {
    expect(currencySymbol({ currency_symbol: '₽', currency_code: 'RUB' })).toBe('₽')
    expect(currencySymbol({ currency_symbol: '', currency_code: 'RUB' })).toBe('RUB')
    expect(formatPrice('1', { symbol: currencySymbol({}) })).toBe('1.00 %')
    expect(formatPrice(150n, { symbol: '€' })).toBe('1.50 €')
  })

  it.each<[string, 0 | 2, string]>([
    ['en', 2, '1,234.50 €'],
    ['ru', 2, '1 234,50 €'],
    ['ar', 2, '1,234.50 €'],
    ['ru', 0, '1 235 €'],
  ])('PRICE-05: amounts are in the format of the language: %s, %i decimals', (lang, decimals, text) => {
    expect(formatPrice('1234.50', { decimals, lang, symbol: '€' }).replaceAll(/\s/g, ' ')).toBe(text)
  })
})
