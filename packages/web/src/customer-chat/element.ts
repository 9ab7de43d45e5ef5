type Child = Node | string | null | false | undefined

/** Builds an element; texts become text, never markup. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string | boolean | ((event: never) => void) | undefined>> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue
    if (typeof value === 'function') made.addEventListener(name, value as EventListener)
    else made.setAttribute(name, value === true ? '' : value)
  }
  made.append(...children.filter((child) => child !== null && child !== false && child !== undefined))
  return made
}
