import axe from 'axe-core'
import { expect } from 'vitest'

/** Targets smaller than 24 px, except links within a sentence (WCAG 2.5.8). */
export const smallTargets = (): string[] =>
  [...document.querySelectorAll('button, a[href], input:not([type=hidden]), select, [role=option], [role=menuitem]')]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('p, [data-notice]'))
    .filter((element) => {
      const { width, height } = (element.closest('label') ?? element).getBoundingClientRect()
      return width > 1 && height > 1 && (width < 24 || height < 24)
    })
    .map((element) => element.outerHTML.slice(0, 120))

async function findViolations(exclude: readonly string[]): Promise<string[]> {
  const { violations } = await axe.run({ include: ['body'], exclude: [...exclude] }, { resultTypes: ['violations'] })
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html.slice(0, 200)} ${node.failureSummary ?? ''}`).join(' | ')}`,
  )
}

/** Axe finds nothing on the page, except in the excluded parts, once dialogs have moved the focus. */
export const expectNoFaults = (exclude: readonly string[] = []) => expect.poll(() => findViolations(exclude)).toEqual([])
