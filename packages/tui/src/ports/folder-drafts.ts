import type { DraftStorage, ListedStorage, StoredDraft } from '@tiffin/core'

const PREFIX = 'draft.'

function readDraft(key: string, text: string | undefined): StoredDraft | undefined {
  try {
    const { at, data } = JSON.parse(text ?? '') as { at: number; data: string }
    return { key, at, data: new Uint8Array(Buffer.from(data, 'base64')) }
  } catch {
    return undefined
  }
}

/** Encrypted drafts in a folder. Programs that share it do not know of each other; a draft is restored in each. */
export function folderDrafts(folder: ListedStorage): DraftStorage {
  const claimed = new Set<string>()
  return {
    all: async () => folder.keys(PREFIX).flatMap((name) => readDraft(name.slice(PREFIX.length), folder.get(name)) ?? []),
    put: async ({ key, at, data }) =>
      folder.set(PREFIX + key, JSON.stringify({ at, data: Buffer.from(data).toString('base64') })),
    remove: async (key) => folder.set(PREFIX + key, undefined),
    async claim(key) {
      if (claimed.has(key)) return undefined
      claimed.add(key)
      return () => claimed.delete(key)
    },
    claimed: async () => new Set(claimed),
  }
}
