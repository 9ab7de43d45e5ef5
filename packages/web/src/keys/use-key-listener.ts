import { useEffect } from 'react'
import type { CommandScopes } from './command-scopes.ts'
import { createKeySequence, keyName } from './keymap.ts'

const typing = 'input, textarea, select, [contenteditable=true]'
/** A panel with keys of its own is as good as a page. */
export const KEYED = 'data-keyed'
const covered = `[role=dialog]:not([${KEYED}]), [role=alertdialog], [role=menu][data-state=open]`
const asked = '[role=alertdialog]'

/**
 * Runs the commands of pressed keys, unless somebody types, or something lies above the page or is on its way there. Keys
 * with Ctrl or Cmd go through all of these, but not past a question.
 */
export function useKeyListener(scopes: CommandScopes, isAsked: boolean): void {
  useEffect(() => {
    const follow = createKeySequence()
    const hear = (event: KeyboardEvent): void => {
      // A key that is held walks through cards, but moves an order once.
      if (event.repeat && !event.key.startsWith('Arrow')) return
      if (event.defaultPrevented || event.altKey || ['Shift', 'Control', 'Meta'].includes(event.key)) return
      const target = event.target instanceof Element ? event.target : document.body
      const name = keyName(event)
      const silent = name.startsWith('Mod+')
        ? document.querySelector(asked) !== null
        : isAsked || target.closest(typing) !== null || document.querySelector(covered) !== null
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
