/** Programs that make changes without a user: server jobs, the simulator and the demo data. */
export const automaticApps = ['server', 'job', 'simulator', 'demo'] as const
/** Ticket states that need attention, or that only a user sets. */
export const notableTicketStates = ['failed', 'unknown', 'dismissed'] as const

export interface ChangeAuthor {
  admin: unknown
  device?: string | undefined
  app: string
}

const automaticAppSet: ReadonlySet<string> = new Set(automaticApps)

/** Whether no user made a change. On the server's command line a user works without signing in. */
export const isAutomatic = ({ admin, device, app }: ChangeAuthor): boolean =>
  automaticAppSet.has(app) || (admin === null && device === undefined && app !== 'cli')
