import { useCallback, useState } from 'react'
import { useCore } from '@tiffin/core/react'
import { useRecords } from './records-context.ts'

export interface SavedView {
  name: string
  /** The list's part of the address. */
  query: string
}
export interface ListSettings {
  columns?: readonly string[]
  density: 'normal' | 'compact'
  views: readonly SavedView[]
}

const defaultSettings: ListSettings = { density: 'normal', views: [] }

function parse(text: string | undefined): ListSettings {
  try {
    return { ...defaultSettings, ...(JSON.parse(text ?? '{}') as Partial<ListSettings>) }
  } catch {
    return defaultSettings
  }
}

/** Columns, density and saved views of a screen, stored on this device. */
export function useListSettings(): [ListSettings, (change: Partial<ListSettings>) => void] {
  const { ports } = useCore()
  const { screen } = useRecords()
  const key = `records.${screen.name}`
  const [settings, setLook] = useState(() => parse(ports.storage.get(key)))
  const change = useCallback(
    (part: Partial<ListSettings>) =>
      setLook((now) => {
        const next = { ...now, ...part }
        ports.storage.set(key, JSON.stringify(next))
        return next
      }),
    [ports, key],
  )
  return [settings, change]
}
