import type { CSSProperties } from 'react'

/** The colours that the company set for a status (BOARD-34). */
export const statusColours = (color: { background: string; text: string } | undefined): CSSProperties =>
  color ? ({ '--status': color.background, '--on-status': color.text } as CSSProperties) : {}
