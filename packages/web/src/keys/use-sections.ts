import { useEffect, useState } from 'react'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { pages } from '@tiffin/core/rules'
import { useCommandScopes } from './command-scopes.ts'
import { type Entry, findEntries, type Section } from './find-entries.ts'
import { useHelp } from '../help/help-context.ts'
import { useSearchResults } from './use-search-results.ts'

/** Orders and records first, because a typed number usually means one; then the page's commands, then the pages. */
export function useSections(text: string, before: Element, go: (path: string) => void): { sections: Section[]; busy: boolean } {
  const t = useTranslate()
  const { all } = useCommandScopes()
  const [offered] = useState(() =>
    all().map(({ title, commands }) => ({
      title,
      entries: commands
        .filter(({ keyOnly, applies }) => keyOnly !== true && applies?.(before) !== false)
        .map((command): Entry => ({ ...command, id: `${title} ${command.id}` })),
    })),
  )
  const { orders, records, lists, busy } = useSearchResults(text)
  const found: Section[] = [
    {
      title: t('Orders'),
      entries: orders.map(({ path, key, name }) => ({
        id: path,
        name,
        ...(key === undefined ? {} : { detail: t('No. %1', [key]) }),
        href: path,
        icon: 'board',
        run: () => go(path),
      })),
    },
    {
      title: t('Records'),
      entries: [...records, ...lists.map((list) => ({ ...list, title: t('Show all'), detail: '' }))].map(
        ({ path, title, detail, route }) => ({
          id: path,
          name: title,
          detail: [detail, t(pages[route].label)].filter(Boolean).join(' · '),
          href: path,
          icon: pages[route].icon,
          run: () => go(path),
        }),
      ),
    },
  ]
  const help = useHelpEntries()
  return { sections: [...found.filter(({ entries }) => entries.length > 0), ...findEntries([...offered, help], text)], busy }
}

/** The pages of help that the user needs; none until they have loaded. */
function useHelpEntries(): Section {
  const t = useTranslate()
  const { session } = useCore()
  const lang = useSelected(session.store, (state) => state.lang)
  const navigation = useSelected(session.store, ({ user }) => user?.navigation)
  const { open } = useHelp()
  const [texts, setTexts] = useState<typeof import('@tiffin/core/help')>()
  useEffect(() => {
    // If the help can't be loaded, the palette still finds everything else.
    import('@tiffin/core/help').then(setTexts, () => {})
  }, [])
  if (texts === undefined || navigation === undefined) return { title: t('Help'), entries: [] }
  const { helpPages, helpText, topicsFor } = texts
  return {
    title: t('Help'),
    entries: topicsFor(navigation).map((topic): Entry => {
      const { title, about, first, tips } = helpPages[topic]
      return {
        id: `help ${topic}`,
        name: helpText(title, { lang, t }),
        keywords: () => [about, first, ...tips].map((one) => helpText(one, { lang, t })).join(' '),
        icon: 'help',
        run: () => open(topic),
      }
    }),
  }
}
