import { describe, expect, it } from 'vitest'
import { createI18n } from '#i18n/create-i18n'
import { texts } from '#i18n/texts'
import { isBuilt, routeNames } from '#rules/index'
import { helpLanguages, type HelpText } from './help-page.ts'
import { helpParts, helpText, labelsOf } from './help-parts.ts'
import { news } from './news.ts'
import { isTarget } from './targets.ts'
import { helpPages, helpTopics, topicOf, topicsFor } from './topics.ts'
import { tourFor, tourSteps } from './tour.ts'

const all: readonly (readonly [string, HelpText])[] = [
  ...helpTopics.flatMap((topic) => {
    const { title, about, first, tips } = helpPages[topic]
    return [title, about, first, ...tips].map((text) => [topic, text] as const)
  }),
  ...tourSteps.flatMap(({ target, title, text }) => [[`tour ${target}`, title] as const, [`tour ${target}`, text] as const]),
  ...news.map(({ id, text }) => [`news ${id}`, text] as const),
]
const marks = (text: string): string[] => [...text.matchAll(/\{[^}]+\}|\[[^\]]+\]|`[^`]+`/gu)].map(([mark]) => mark).toSorted()

describe('help', () => {
  it('every page of the console has a topic', () => {
    for (const route of routeNames.filter(isBuilt)) expect(topicOf(route), route).toBeDefined()
  })

  it.each(all)('%s: each text names the same labels, keys and commands in all languages, and none is empty', (_, text) => {
    for (const lang of helpLanguages) {
      expect(text[lang].trim()).not.toBe('')
      expect(marks(text[lang])).toEqual(marks(text.en))
    }
    expect(text.ru).toMatch(/\p{Script=Cyrillic}/u)
    expect(text.ar).toMatch(/\p{Script=Arabic}/u)
  })

  it.each(all)('%s: each label exists in all languages, and each control to show is known', (_, text) => {
    for (const { label, target } of labelsOf(text.en)) {
      for (const lang of ['ru', 'ar']) expect(Object.keys(texts[lang] ?? {}), lang).toContain(label)
      if (target !== undefined) expect(isTarget(target), target).toBe(true)
    }
  })

  it('splits a text into plain text, labels, keys and code', () => {
    const { t } = createI18n()
    expect(helpParts('Use {Undo}, {Map>map} or [u]: `tiffin undo`.', t)).toEqual([
      { kind: 'text', text: 'Use ' },
      { kind: 'label', text: 'Undo', target: undefined },
      { kind: 'text', text: ', ' },
      { kind: 'label', text: 'Map', target: 'map' },
      { kind: 'text', text: ' or ' },
      { kind: 'key', text: 'u' },
      { kind: 'text', text: ': ' },
      { kind: 'code', text: 'tiffin undo' },
      { kind: 'text', text: '.' },
    ])
  })

  it('the dictionary of an installation takes precedence', async () => {
    const i18n = createI18n()
    const { about } = helpPages.merchants
    await i18n.use('ru', { [about.en]: 'Наши кухни.' })
    expect(helpText(about, { lang: 'ru', t: i18n.t })).toBe('Наши кухни.')
    expect(helpText(helpPages.couriers.title, { lang: 'ru', t: i18n.t })).toBe('Курьеры')
    await i18n.use('de')
    expect(helpText(about, { lang: 'de', t: i18n.t })).toBe(about.en)
  })

  it('offers the topics of the pages that a user may open, and those of no page', () => {
    const topics = topicsFor(['Company-Order'])
    expect(topics).toContain('board')
    expect(topics).toContain('newOrder')
    expect(topics).not.toContain('dictionary')
  })

  it('TOUR-01: the tour has 27 steps over different controls, fewer for those who may open fewer pages', () => {
    expect(tourSteps).toHaveLength(27)
    expect(new Set(tourSteps.map(({ target }) => target)).size).toBe(27)
    const company = { company_id: 1 } as never
    const navigation = ['Company-Order', 'Company-User']
    expect(tourFor({ navigation: [], company: null }).map(({ target }) => target)).toEqual([
      'menu',
      'company',
      'find',
      'help',
      'account',
    ])
    expect(tourFor({ navigation, company })).toHaveLength(22)
    expect(tourFor({ navigation, company: null })).toHaveLength(5)
  })
})
