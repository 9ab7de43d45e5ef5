/** Collects the values of a statement, so that nothing from outside ever becomes part of its text. */
export interface Binder {
  /** The placeholder of a value, with its type. */
  bind: (value: unknown, type: string) => string
  readonly values: readonly unknown[]
}

export function createBinder(): Binder {
  const values: unknown[] = []
  return {
    values,
    bind(value, type) {
      values.push(value)
      return `$${values.length}::${type}`
    },
  }
}
