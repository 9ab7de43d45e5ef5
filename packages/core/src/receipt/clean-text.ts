/**
 * Makes a text safe for paper: one line, composed (NFC), without characters that a printer or terminal could read as
 * commands, without direction marks, and with at most four combining marks per letter.
 */
export const cleanText = (text: unknown): string =>
  (typeof text === 'string' || typeof text === 'number' ? String(text) : '')
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\s\u0085\u200b\u2060]+/gu, ' ')
    .replaceAll(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu, '')
    .replaceAll(/(\p{M}{4})\p{M}+/gu, '$1')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
