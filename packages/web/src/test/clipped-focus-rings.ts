/** Fields of the topmost dialog whose focus ring is clipped by a scroll container. @throws if no field has a ring */
export function clippedFocusRings(): string[] {
  const dialog = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1)
  const cut: string[] = []
  let seen = 0
  for (const field of dialog?.querySelectorAll<HTMLElement>('input, select, textarea, button, a[href], [tabindex="0"]') ?? []) {
    if (!field.checkVisibility() || field.tabIndex < 0) continue
    field.focus()
    // The ring may be in transition.
    for (const animation of field.getAnimations()) animation.finish()
    const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(field)
    if (document.activeElement !== field || outlineStyle === 'none') continue
    seen += 1
    const ring = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset)
    const own = field.getBoundingClientRect()
    for (let frame = field.parentElement; frame && dialog?.contains(frame); frame = frame.parentElement) {
      if (getComputedStyle(frame).overflowY === 'visible') continue
      const box = frame.getBoundingClientRect()
      const isCut =
        own.top - ring < box.top || own.left - ring < box.left || own.right + ring > box.right || own.bottom + ring > box.bottom
      // A field higher than its container is clipped anyway.
      if (isCut && own.height + 2 * ring <= box.height) cut.push(field.outerHTML.slice(0, 120))
    }
  }
  if (seen === 0) throw new Error('No field of a dialog shows a focus ring')
  return cut
}
