/**
 * Merges a local order with the current rows: deleted rows are dropped, and new rows follow the row that precedes them
 * on the server.
 */
export function mergeOrder<Row>(mine: readonly Row[], now: readonly Row[], keyOf: (row: Row) => unknown): Row[] {
  const order = mine.flatMap((row) => now.filter((item) => keyOf(item) === keyOf(row)))
  const placed = new Set(order.map(keyOf))
  for (const [index, row] of now.entries()) {
    if (placed.has(keyOf(row))) continue
    const before = now[index - 1]
    const at = before === undefined ? 0 : order.findIndex((item) => keyOf(item) === keyOf(before)) + 1
    order.splice(at, 0, row)
  }
  return order
}
