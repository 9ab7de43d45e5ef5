import type { ReactNode } from 'react'
import type { StateLook } from '@tiffin/core/screens'

/**
 * A state label with a shape before it that needs no colour to be recognized; styled in global-css.ts, since tables
 * contain hundreds.
 */
export const State = ({ look, children }: { look: StateLook; children: ReactNode }) => (
  <span className="state" data-look={look}>
    {children}
  </span>
)
