import type { Ports } from '../ports.ts'

/** Where the choice of a user on this device is stored. */
export const pushChoice = (admin: number): string => `push.${admin}`

/** Whether this device shows the push messages of a user; without a choice only a phone does (SHELL-09). */
export function isPushChosen({ storage, push }: Pick<Ports, 'storage' | 'push'>, admin: number): boolean {
  const choice = storage.get(pushChoice(admin))
  return choice === undefined ? push?.asksAtStart === true : choice === 'on'
}
