const MAX_KEPT = 20

/** The tickets of a virtual printer, newest last. */
export interface Paper {
  tickets(): readonly string[]
  add(bytes: Uint8Array): void
}

export function createPaper(): Paper {
  let tickets: readonly string[] = []
  return {
    tickets: () => tickets,
    add(bytes) {
      tickets = [...tickets, new TextDecoder().decode(bytes)].slice(-MAX_KEPT)
    },
  }
}
