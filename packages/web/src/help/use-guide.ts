import { useEffect, useEffectEvent, useState } from 'react'
import { actorOf, createGuide, type Guide, LATEST_NEWS, readContactLinks, routeAt } from '@tiffin/core'
import { useCore, useSelected } from '@tiffin/core/react'
import { entities, type SessionUser } from '@tiffin/sdk/contract'
import { can } from '@tiffin/core/rules'

/** Whether the tour was finished or closed: on the server, or on this device if it could not be saved (AMB-054). */
export const TOUR_DONE = 'done'
export const tourKey = (user: SessionUser): string => `tour.${user.admin_id}`

/** A dialog, a menu or a list of options that the user has open. */
const OPEN = ':is([role=dialog], [role=alertdialog], [data-part=content][data-state=open]):not([data-guided])'

/** Shows tour, news and contacts unasked, but never to a user at work (AMB-260). */
export function useGuide(user: SessionUser): Guide {
  const { client, board, ports } = useCore()
  const [guide] = useState(() => createGuide(ports))
  const isBoardEmpty = useSelected(board.store, ({ phase, rows }) => phase === 'ready' && rows.size === 0)
  const isBusy = useEffectEvent(() => {
    const route = routeAt(location.pathname)
    // Pages outside the navigation ask something, such as for the code of a device. A record may still be loading.
    const isWanted = route === undefined || new URLSearchParams(location.search).has('id')
    return isWanted || (route === 'Company-Order' && !isBoardEmpty) || document.querySelector(OPEN) !== null
  })
  const begin = useEffectEvent(() =>
    guide.start({
      user: user.admin_id,
      tourDone: user.settings['tour'] === TOUR_DONE || ports.storage.get(tourKey(user)) === TOUR_DONE,
      latestNews: LATEST_NEWS,
      hasContacts: async () =>
        can(actorOf(user), 'read', entities.app_settings).allowed && (await readContactLinks(client)).length > 0,
      isBusy: () => isBusy(),
    }),
  )
  // No one reads news at a kitchen device.
  const isPerson = user.device === null
  useEffect(() => (isPerson ? begin() : undefined), [isPerson])
  return guide
}
