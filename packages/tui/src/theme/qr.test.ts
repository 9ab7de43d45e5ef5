import { describe, expect, it } from 'vitest'
import { widthOf } from './text.ts'
import { qrLines } from './qr.ts'

describe('terminal QR code', () => {
  it('KDS-25: is a square with a light border, in half blocks or in ASCII', () => {
    const blocks = qrLines('https://example.org/p?c=AB', false)
    const ascii = qrLines('https://example.org/p?c=AB', true)
    expect(new Set(blocks.map(widthOf))).toEqual(new Set([ascii.length]))
    expect(new Set(ascii.map(widthOf))).toEqual(new Set([ascii.length * 2]))
    expect(blocks[0]?.trim()).toBe('')
    expect(ascii.join('')).toMatch(/^[# ]+$/)
    // The finder pattern: seven modules wide, the middle ones separate.
    expect(ascii[2]?.slice(4, 18)).toBe('##############')
    expect(ascii[3]?.slice(4, 18)).toBe('##          ##')
  })
})
