/** Names of values that must not be shown: secrets, and settings that may contain some (AMB-014). */
const secret = /token|password|passwd|secret|settings|key$|^key|code_value|fcm/i

const HIDDEN_TEXT = '•••'

/** A copy of a state with every secret hidden; functions are left out, maps and sets become lists. */
export function redactState(state: unknown): unknown {
  if (state instanceof Map || state instanceof Set) return redactState([...state])
  if (Array.isArray(state)) return state.map(redactState)
  if (state instanceof Error) return { name: state.name, message: state.message }
  if (typeof state !== 'object' || state === null) return state
  return Object.fromEntries(
    Object.entries(state)
      .filter(([, value]) => typeof value !== 'function')
      .map(([name, value]) => [name, secret.test(name) && value !== null && value !== '' ? HIDDEN_TEXT : redactState(value)]),
  )
}
