import type { SessionStore } from '@tiffin/core'

/** Starts the installation's support widget with the console, if one is configured (SHELL-12, AMB-026). */
export function startSupportWidget(session: SessionStore): void {
  const stop = session.store.subscribe(({ supportWidget }) => {
    if (!supportWidget) return
    stop()
    const script = document.createElement('script')
    script.src = supportWidget
    script.async = true
    document.head.append(script)
  })
}
