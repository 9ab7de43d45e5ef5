import { useEffect } from 'react'
import type { CommandScopes } from './command-scopes.ts'
import { createKeySequence, keyName } from './keymap.ts'

const isTyping = 'input, textarea, select, [contenteditable=true]'
/** A panel with its own keys counts as a page. */
export const OWN_KEYS_ATTRIBUTE = 'data-keyed'
const isCovered = `[role=dialog]:not([${OWN_KEYS_ATTRIBUTE}]), [role=alertdialog], [role=menu][data-state=open]`
const hasOpenQuestion = '[role=alertdialog]'

/**
 * Runs the commands of pressed keys, unless the user is typing, or something is open above the page or about to open.
 * Keys with Ctrl or Cmd ignore all of that except an open question.
 */
export function useKeyListener(scopes: CommandScopes, isAsked: boolean): void {
  useEffect(() => {
    const follow = createKeySequence()
    const hear = (event: KeyboardEvent): void => {
      // A held key moves through cards, but moves an order only once.
      if (event.repeat && !event.key.startsWith('Arrow')) return
      if (event.defaultPrevented || event.altKey || ['Shift', 'Control', 'Meta'].includes(event.key)) return
      const target = event.target instanceof Element ? event.target : document.body
      const name = keyName(event)
      const silent = name.startsWith('Mod+')
        ? document.querySelector(hasOpenQuestion) !== null
        : isAsked || target.closest(isTyping) !== null || document.querySelector(isCovered) !== null
      if (silent) return
      const commands = scopes.list().flatMap((scope) => scope.commands)
      const found = follow(commands, name, event.timeStamp)
      if (found === undefined || found === 'waits') return
      event.preventDefault()
      found.command.run({ digit: found.digit, target })
    }
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [scopes, isAsked])
}
