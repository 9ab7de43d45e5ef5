import type { Client } from '@tiffin/sdk/client'
import type { DictionaryRow } from '../import/dictionary-plan.ts'

/** Rows in one response of the server. */
const PAGE = 5000
const TIMEOUT_MS = 60_000

export interface ReadProgress {
  done: number
  total: number
}

/** All rows of the dictionary with their text in this language, read page by page. */
export async function readDictionary(
  client: Pick<Client, 'Reference'>,
  lang: string,
  { onProgress, ...options }: { company?: number; signal: AbortSignal; onProgress: (progress: ReadProgress) => void },
): Promise<DictionaryRow[]> {
  const found: DictionaryRow[] = []
  for (let isLast = false, total = 0; !isLast;) {
    // Pages begin after the last key, so that rows created or deleted during the read neither repeat nor hide others.
    const after = found.at(-1)?.dictionary_id ?? 0
    // oxlint-disable-next-line no-await-in-loop -- each page begins where the previous one ended
    const { data } = await client.Reference.getData(
      {
        tables: [
          {
            table: 'dictionary',
            include: ['dictionary_id', 'en', lang, 'revision'],
            search: [{ key: 'dictionary_id', op: '>', prm: after }],
            order: [{ field: 'dictionary_id' }],
            limit: [0, PAGE],
          },
        ],
      },
      { ...options, timeoutMs: TIMEOUT_MS },
    )
    const rows = data['dictionary']?.data ?? []
    // Later pages count only the rows after them.
    total = Math.max(total, found.length + Math.max(rows.length, data['dictionary']?.count ?? 0))
    for (const row of rows)
      found.push({
        dictionary_id: row['dictionary_id'] as number,
        en: textOf(row['en']),
        text: textOf(row[lang]),
        revision: row['revision'] as number,
      })
    isLast = rows.length < PAGE
    onProgress({ done: found.length, total })
  }
  return found
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
