import { describe, expect, it } from 'vitest'
import { createI18n } from './create-i18n.ts'
import { ru } from './ru.ts'

const key = 'Sign in'
const text = 'Войти'

describe('texts', () => {
  it('SHELL-40: uses a built-in language once chosen, and English for missing texts', async () => {
    const i18n = createI18n()
    await i18n.use('ru')
    expect(i18n.t(key)).toBe(text)
    expect(i18n.t.message('No dictionary has this: %1', [3])).toBe('No dictionary has this: 3')
    expect(i18n.t('Сохранено')).toBe(ru['Сохранено'])
    // The key is Russian: a language without this text falls back to the English wording.
    await i18n.use('de')
    expect(i18n.t('Новая запись')).toBe('New record')
    expect(i18n.t.message('No dictionary has this: %1', [3])).toBe('No dictionary has this: 3')
  })

  it.each([
    ['en', ['0 items', '1 item', '2 items', '5 items']],
    ['ru', ['0 позиций', '1 позиция', '2 позиции', '5 позиций', '21 позиция']],
    ['ar', ['العناصر: 0', 'عنصر واحد', 'عنصران', '5 عناصر', '11 عنصرًا']],
  ])('SHELL-03: uses the plural forms of %s', async (lang, requested) => {
    const i18n = createI18n()
    await i18n.use(lang)
    const counts = lang === 'ru' ? [0, 1, 2, 5, 21] : lang === 'ar' ? [0, 1, 2, 5, 11] : [0, 1, 2, 5]
    expect(counts.map((count) => i18n.t('%1 items', [count]))).toEqual(requested)
  })

  it('notifies when the initial language is loaded', async () => {
    const i18n = createI18n('ru')
    await new Promise<void>((resolve) => void i18n.onChange(resolve))
    expect([i18n.lang(), i18n.t(key)]).toEqual(['ru', text])
  })

  it('keeps the later of two choices', async () => {
    const i18n = createI18n('ru')
    await Promise.all([i18n.use('ar'), i18n.use('en')])
    expect([i18n.lang(), i18n.dir()]).toEqual(['en', 'ltr'])
  })

  it("prefers the server's dictionary over built-in texts, in any language", async () => {
    const i18n = createI18n()
    await i18n.use('ru', { [key]: 'иначе' })
    expect(i18n.t(key)).toBe('иначе')
    await i18n.use('de', { [key]: 'anders' })
    expect([i18n.t(key), i18n.dir()]).toEqual(['anders', 'ltr'])
  })

  it("ERR-08 ERR-09: finds an older dictionary's clipboard messages under their former keys", async () => {
    const i18n = createI18n()
    const previous = {
      'Сторока {n} скопирована в буфер обмена.': 'В буфере: {n}',
      'Ошибка при копировании в буфер обмена': 'Не вышло',
    }
    const said = () => [i18n.t('String %1 copied to clipboard', ['42']), i18n.t('Error while copying to clipboard')]
    await i18n.use('ru')
    expect(said()).toEqual(['Строка 42 скопирована в буфер обмена', 'Ошибка копирования в буфер обмена'])
    await i18n.use('ru', previous)
    expect(said()).toEqual(['В буфере: 42', 'Не вышло'])
    await i18n.use('ru', { ...previous, 'Error while copying to clipboard': 'Новее' })
    expect(said()[1]).toBe('Новее')
  })

  it('knows which languages are written from right to left', async () => {
    const i18n = createI18n()
    await i18n.use('ar')
    expect(i18n.dir()).toBe('rtl')
  })
})
