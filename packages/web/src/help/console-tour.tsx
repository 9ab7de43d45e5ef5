import { useState } from 'react'
import { type Target, tourFor, tourSteps } from '@tiffin/core/help'
import { useCore } from '@tiffin/core/react'
import type { SessionUser } from '@tiffin/sdk/contract'
import { Tour } from './tour.tsx'
import { TOUR_DONE, tourKey } from './use-guide.ts'

interface Props {
  user: SessionUser
  /** A single control to point at; null for the whole tour. */
  target: Target | null
  onEnd: () => void
}

/** The tour of the user's pages: resumed where a reload cut it off, done once it is closed (TOUR-03, AMB-260). */
export function ConsoleTour({ user, target, onEnd }: Props) {
  const { client, ports } = useCore()
  const key = tourKey(user)
  const [steps] = useState(() => (target === null ? tourFor(user) : tourSteps.filter((step) => step.target === target)))
  const isTour = target === null
  const resumed = isTour ? Number(ports.storage.get(key) ?? 0) : 0
  function end(): void {
    onEnd()
    if (!isTour) return
    ports.storage.set(key, TOUR_DONE)
    client.Auth.Update({ operator: { settings: { tour: TOUR_DONE } } }).catch((error: unknown) => {
      ports.log("can't save that the tour is done", error)
    })
  }
  return (
    <Tour
      steps={steps}
      from={resumed < steps.length ? resumed : 0}
      onStep={(index) => isTour && ports.storage.set(key, String(index))}
      onEnd={end}
    />
  )
}
