import { useState } from 'react'
import { useTranslate } from '@tiffin/core/react'
import { pages } from '@tiffin/core/rules'
import { useCommandScopes } from './command-scopes.ts'
import { type Entry, findEntries, type Section } from './find-entries.ts'
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
  const { orders, records, busy } = useSearchResults(text)
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
      entries: records.map(({ path, title, detail, route }) => ({
        id: path,
        name: title,
        detail: [detail, t(pages[route].label)].filter(Boolean).join(' · '),
        href: path,
        icon: pages[route].icon,
        run: () => go(path),
      })),
    },
  ]
  return { sections: [...found.filter(({ entries }) => entries.length > 0), ...findEntries(offered, text)], busy }
}
