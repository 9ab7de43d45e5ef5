import { useCallback, useState } from 'react'
import { useCore } from '@tiffin/core/react'
import { useRecords } from './records-context.ts'

export interface SavedView {
  name: string
  /** The list's part of the address. */
  query: string
}
export interface Look {
  columns?: readonly string[]
  density: 'normal' | 'compact'
  views: readonly SavedView[]
}

const usual: Look = { density: 'normal', views: [] }

function parse(text: string | undefined): Look {
  try {
    return { ...usual, ...(JSON.parse(text ?? '{}') as Partial<Look>) }
  } catch {
    return usual
  }
}

/** Columns, density and saved views of a screen, stored on this device. */
export function useLook(): [Look, (change: Partial<Look>) => void] {
  const { ports } = useCore()
  const { screen } = useRecords()
  const key = `records.${screen.name}`
  const [look, setLook] = useState(() => parse(ports.storage.get(key)))
  const change = useCallback(
    (part: Partial<Look>) =>
      setLook((now) => {
        const next = { ...now, ...part }
        ports.storage.set(key, JSON.stringify(next))
        return next
      }),
    [ports, key],
  )
  return [look, change]
}
