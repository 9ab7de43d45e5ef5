/** Collects the values of a statement, so that input never becomes part of its text. */
export interface Binder {
  /** Returns the placeholder of a value, with its type. */
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
