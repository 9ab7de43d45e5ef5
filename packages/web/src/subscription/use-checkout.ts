import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useCore, useSelected } from '@tiffin/core/react'
import { type CompanySubscription, createCheckout } from '@tiffin/core/subscription'

/** Browsers allow a new tab only during the click, when its address is not known yet. */
export function openTab(): Window | null {
  const tab = window.open('', '_blank')
  if (tab) tab.opener = null
  return tab
}

/** The tab of a payment page; `empty` was opened for it. */
function createPageTab(empty: Window | null) {
  let tab = empty
  return {
    open: () => void (tab = openTab()),
    show(url: string): void {
      if (tab) tab.location.href = url
      else window.open(url, '_blank', 'noopener')
      tab = null
    },
    /** Closes a tab that got no page. */
    discard(): void {
      tab?.close()
      tab = null
    },
  }
}

/** A payment in progress; `empty` is the tab that was opened for its page. */
export function useCheckout(subscription: CompanySubscription, empty: Window | null = null) {
  const { client, session, ports } = useCore()
  const queries = useQueryClient()
  const [tab] = useState(() => createPageTab(empty))
  const [checkout] = useState(() =>
    createCheckout({
      client,
      clock: ports.clock,
      company: subscription.company.company_id,
      openPage: tab.show,
      onSettled() {
        // The menu and the options of the company change with its tariff.
        session.refresh().catch((error: unknown) => ports.log("can't reload the user", error))
        void queries.invalidateQueries()
      },
      log: ports.log,
    }),
  )
  const state = useSelected(checkout.store, (now) => now)
  useEffect(
    () => () => {
      checkout.close()
      tab.discard()
    },
    [checkout, tab],
  )
  // Live updates read the subscription again.
  useEffect(() => void checkout.check(), [checkout, subscription])
  const { phase } = state
  useEffect(() => {
    if (phase === 'repriced' || phase === 'done' || phase === 'failed') tab.discard()
  }, [phase, tab])
  return {
    state,
    checkout,
    /** Begins a payment, which may open a page. */
    withTab(run: () => Promise<void>): void {
      tab.open()
      void run()
    },
  }
}
