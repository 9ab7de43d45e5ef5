import { useEffect, useState } from 'react'
import { actorOf } from '@tiffin/core'
import { type FirstSteps, readFirstSteps } from '@tiffin/core/new-company'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { managesCompany } from '@tiffin/core/rules'

/** Opens the board in the browser, which lists all first steps. */
const CONSOLE = 'tiffin board --web'

/** A line with the next step of setting up a company without orders, for those who manage it. */
export function useFirstSteps(isEmpty: boolean): string | undefined {
  const t = useTranslate()
  const core = useCore()
  const company = useSelected(core.session.store, ({ user }) =>
    user && managesCompany(actorOf(user)) ? user.company?.company_id : undefined,
  )
  const hidden = useSelected(core.boardSettings.store, (state) => state.noFirstSteps)
  const [found, setFound] = useState<FirstSteps>()
  useEffect(() => {
    if (!isEmpty || company === undefined) return
    let isLeft = false
    readFirstSteps(core).then(
      (steps) => !isLeft && setFound(steps),
      (error: unknown) => core.ports.log("can't read the first steps of a company", error),
    )
    return () => {
      isLeft = true
      setFound(undefined)
    }
  }, [core, isEmpty, company])
  const next = found?.steps.find(({ isDone }) => !isDone)
  if (!isEmpty || !found || !next || found.hasOrders || company === undefined || hidden.includes(company)) return undefined
  const done = found.steps.filter(({ isDone }) => isDone).length
  return t('First steps: %1 of %2. Next: %3. In the console: %4', [done, found.steps.length, t(next.title), CONSOLE])
}
