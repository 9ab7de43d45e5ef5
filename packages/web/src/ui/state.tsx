import type { ReactNode } from 'react'
import type { StateTone } from '@tiffin/core/screens'

/**
 * A state label with a shape before it that needs no colour to be recognized; styled in global-css.ts, since tables
 * contain hundreds.
 */
export const State = ({ tone, children }: { tone: StateTone; children: ReactNode }) => (
  <span className="state" data-tone={tone}>
    {children}
  </span>
)
