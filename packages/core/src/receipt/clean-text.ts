/**
 * A text as it may stand on paper: one line, composed, without anything that a printer or terminal could take for a
 * command, without marks that turn the reading direction of what follows, and with at most four marks on a letter.
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
