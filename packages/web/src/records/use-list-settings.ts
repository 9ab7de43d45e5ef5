import { useCallback, useState } from 'react'
import type { Storage } from '@tiffin/core'
import { useCore } from '@tiffin/core/react'
import type { SavedReport } from '@tiffin/core/screens'
import { useRecords } from './records-context.ts'
import { type SharedViews, useSharedViews } from './use-shared-views.ts'

export type SavedView = SavedReport
export interface ListSettings extends SharedViews {
  columns?: readonly string[]
  density: 'normal' | 'compact'
  /** The view whose columns were last applied. */
  view?: string | null
}

const defaultSettings: ListSettings = { density: 'normal', views: [] }

function parse(text: string | undefined): ListSettings {
  try {
    return { ...defaultSettings, ...(JSON.parse(text ?? '{}') as Partial<ListSettings>) }
  } catch {
    return defaultSettings
  }
}

const storageKey = (screen: string): string => `records.${screen}`

/** The saved views of a screen on this device. */
export const savedViews = (storage: Pick<Storage, 'get'>, screen: string): readonly SavedView[] =>
  parse(storage.get(storageKey(screen))).views

/** Columns, density and saved views of a screen, stored on this device; saved reports also on the server. */
export function useListSettings(): [ListSettings, (change: Partial<ListSettings>) => void] {
  const { ports } = useCore()
  const { screen } = useRecords()
  const key = storageKey(screen.name)
  const [settings, setSettings] = useState(() => parse(ports.storage.get(key)))
  const change = useCallback(
    (part: Partial<ListSettings>) =>
      setSettings((now) => {
        const next = { ...now, ...part }
        ports.storage.set(key, JSON.stringify(next))
        return next
      }),
    [ports, key],
  )
  return [settings, useSharedViews(settings, change)]
}
