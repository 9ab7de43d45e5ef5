import type { Translate } from '#i18n/create-i18n'

/** The built-in sounds. */
export const soundNames = (t: Translate): readonly [source: string, label: string][] => [
  ['', t('No sound')],
  ['builtin:alarm', t('Alarm')],
  ['builtin:new', t('Rising tones')],
  ['builtin:changed', t('Two equal tones')],
  ['builtin:cancelled', t('Falling tones')],
  ['builtin:late', t('One low tone')],
  ['builtin:message', t('Two high tones')],
]
export const customSoundLabel = (t: Translate): string => t('Custom file')
