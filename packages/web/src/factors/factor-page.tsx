import type { SessionUser } from '@tiffin/sdk/contract'
import { RequiredFactor } from './required-factor.tsx'
import { SecondStep } from './second-step.tsx'

/** The set-up for a signed-in user, otherwise the second step. They share one chunk, so that the first page lists only that. */
export const FactorPage = ({ user, onDone }: { user: SessionUser | null; onDone: () => void }) =>
  user ? <RequiredFactor user={user} onDone={onDone} /> : <SecondStep />
