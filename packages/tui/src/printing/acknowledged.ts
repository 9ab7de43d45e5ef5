import { readFile } from 'node:fs/promises'
import type { Socket } from 'node:net'

/** TCP states in which the other side has acknowledged our FIN, and so every byte before it. */
const acknowledgedStates: ReadonlySet<string> = new Set(['05', '06', '07'])
const asHex = (port: number): string => port.toString(16).toUpperCase().padStart(4, '0')

/** Looks up the connection between these ports in the kernel's tables; undefined if it is not there. */
export function readAcknowledged(tables: string, localPort: number, remotePort: number): boolean | undefined {
  const states = tables
    .split('\n')
    .map((row) => row.trim().split(/\s+/))
    .filter(([, local, remote]) => local?.endsWith(`:${asHex(localPort)}`) && remote?.endsWith(`:${asHex(remotePort)}`))
    .map(([, , , state]) => state ?? '')
  return states.length === 0 ? undefined : states.every((state) => acknowledgedStates.has(state))
}

/**
 * Whether the other side has acknowledged all bytes and our FIN. Only Linux exposes this; elsewhere it is enough that
 * both were sent and no error has come back.
 */
export async function isAcknowledged(socket: Socket): Promise<boolean> {
  if (!socket.writableFinished) return false
  const tables = await Promise.all(['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'latin1').catch(() => '')))
  return readAcknowledged(tables.join('\n'), socket.localPort ?? 0, socket.remotePort ?? 0) ?? true
}
