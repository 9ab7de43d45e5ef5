import { useEffect } from 'react'
import type { CommandScopes } from './command-scopes.ts'
import { findCommand, keyName } from './keymap.ts'

const typing = 'input, textarea, select, [contenteditable=true]'
const covered = '[role=dialog], [role=alertdialog], [role=menu][data-state=open]'
const asked = '[role=alertdialog]'
/** So long a first key waits for its second. */
const PAUSE_MS = 1500

/**
 * Runs the commands of pressed keys, unless somebody types, or something lies above the page. Keys with Ctrl or Cmd go
 * through both, but not past a question.
 */
export function useKeyListener(scopes: CommandScopes): void {
  useEffect(() => {
    let earlier: { names: string[]; at: number } = { names: [], at: 0 }
    const hear = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.altKey || ['Shift', 'Control', 'Meta'].includes(event.key)) return
      const target = event.target instanceof Element ? event.target : document.body
      const name = keyName(event)
      const silent = name.startsWith('Mod+')
        ? document.querySelector(asked) !== null
        : target.closest(typing) !== null || document.querySelector(covered) !== null
      if (silent) return
      const names = event.timeStamp - earlier.at < PAUSE_MS ? [...earlier.names, name] : [name]
      earlier = { names: [], at: event.timeStamp }
      const commands = scopes.list().flatMap((scope) => scope.commands)
      const found = findCommand(commands, names) ?? findCommand(commands, [name])
      if (found === undefined) return
      if (found === 'waits') {
        earlier.names = [name]
        return
      }
      event.preventDefault()
      found.command.run({ digit: found.digit, target })
    }
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [scopes])
}
