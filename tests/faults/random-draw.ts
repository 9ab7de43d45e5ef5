/** Returns numbers from 0 to below a limit. */
export type Draw = (limit: number) => number

/** The same numbers for the same seed. */
export function drawFrom(seed: number): Draw {
  let state = seed * 2_654_435_761
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

export function shuffled<T>(things: readonly T[], draw: Draw): T[] {
  const rest = [...things]
  return things.flatMap(() => rest.splice(draw(rest.length), 1))
}
