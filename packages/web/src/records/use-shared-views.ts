import { useCallback, useEffect, useRef } from 'react'
import { changeSavedReports, readSavedReports, type SavedReport } from '@tiffin/core/screens'
import { useCore } from '@tiffin/core/react'
import { useRecords } from './records-context.ts'

type Views = readonly SavedReport[]
export interface SharedViews {
  views: Views
  /** Who has these views on the server too; unset if some may be only here. */
  owner?: number | undefined
}

/** The change from some views to others, applied to those that are stored in the meantime. */
function viewsChange(before: Views, after: Views) {
  const put = after.filter((view) => !before.includes(view))
  const replaced = new Set([...before.filter((view) => !after.includes(view)), ...put].map(({ name }) => name))
  return (stored: Views): Views => [...stored.filter(({ name }) => !replaced.has(name)), ...put]
}

/**
 * Saved reports are kept with the user's settings, so that their other devices and the command line have them. The device
 * has a copy for the palette and for starting offline. Other screens keep their views on the device.
 */
export function useSharedViews<P extends Partial<SharedViews>>(
  settings: SharedViews,
  change: (part: P | Partial<SharedViews>) => void,
): (part: P) => void {
  const { client, ports } = useCore()
  const { screen, user } = useRecords()
  const isShared = screen.name === 'orders report' && !user.device
  const { admin_id } = user
  const current = useRef(settings)
  useEffect(() => {
    current.current = settings
  }, [settings])
  /** Reads and saves run one after the other; only the last one reflects the state of the server. */
  const queue = useRef({ last: Promise.resolve(), waiting: 0 })

  const enqueue = useCallback(
    (work: () => Promise<Views>) => {
      const { last } = queue.current
      queue.current.waiting += 1
      queue.current.last = last.then(async () => {
        try {
          const views = await work()
          if (queue.current.waiting === 1) change({ views, owner: admin_id })
        } catch (error) {
          ports.log("can't read or save the saved reports", error)
          // The next visit adds the views of this device.
          if (queue.current.waiting === 1) change({ owner: undefined })
        } finally {
          queue.current.waiting -= 1
        }
      })
    },
    [admin_id, change, ports],
  )

  useEffect(() => {
    if (!isShared) return
    enqueue(async () => {
      const stored = await readSavedReports(client, admin_id)
      const { owner, views } = current.current
      const mine = owner === undefined ? views.filter(({ name }) => stored.every((other) => other.name !== name)) : []
      return mine.length === 0 ? stored : changeSavedReports(client, admin_id, viewsChange([], mine))
    })
  }, [isShared, enqueue, client, admin_id])

  return useCallback(
    (part) => {
      const { views } = part
      if (isShared && views) {
        const apply = viewsChange(current.current.views, views)
        enqueue(() => changeSavedReports(client, admin_id, apply))
      }
      change(part)
    },
    [isShared, enqueue, change, client, admin_id],
  )
}
