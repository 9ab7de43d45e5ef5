/** Removes characters that break the line or change the text direction around a name. */
export const normalizeName = (typed: string): string => typed.replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, '')
