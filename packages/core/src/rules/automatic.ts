/** Programs that work by themselves, as changes name them: jobs of the server, the simulator, and what filled the demo. */
export const machineApps = ['server', 'job', 'simulator', 'demo'] as const
/** States of tickets that need a person, or that only a person sets. */
export const notableTicketStates = ['failed', 'unknown', 'dismissed'] as const

export interface Doer {
  admin: unknown
  device?: string | undefined
  app: string
}

const machines: ReadonlySet<string> = new Set(machineApps)

/** Whether no person made a change. At the command line of the server somebody works without signing in. */
export const isAutomatic = ({ admin, device, app }: Doer): boolean =>
  machines.has(app) || (admin === null && device === undefined && app !== 'cli')
