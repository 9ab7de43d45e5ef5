import type { ReactNode } from 'react'
import type { StateLook } from '@tiffin/core/screens'

/** A state in a word, with a shape before it that is told without its colour; styled by global-css.ts, since tables hold hundreds. */
export const State = ({ look, children }: { look: StateLook; children: ReactNode }) => (
  <span className="state" data-look={look}>
    {children}
  </span>
)
