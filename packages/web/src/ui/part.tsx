import { Component, type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useCore } from '@tiffin/core/react'
import { isLoadError, LATE_MS } from '../load-part.ts'
import { createEarlyKeys, type EarlyKeys } from './early-keys.ts'
import { useLate } from './use-late.ts'

interface Props {
  children: ReactNode
  /** Takes the part away after it has failed. */
  onFail: () => void
  /** Nobody has asked for it, so nobody waits. */
  quiet?: boolean
  /** It has a text field: what is typed before it has come is for that. */
  typed?: boolean
}

/** A part above the page, such as a dialog, that is fetched when it is asked for; if it fails or takes long, the page stays and says so. */
export function Part({ children, onFail, quiet = false, typed = false }: Props) {
  const { notices, ports } = useCore()
  const [keys] = useState(createEarlyKeys)
  useEffect(() => keys.stop, [keys])
  const fail = (error: unknown): void => {
    ports.log('a part of the page failed', error)
    keys.stop()
    notices.show('negative', isLoadError(error) ? error.message : 'Something went wrong')
    onFail()
  }
  const late = (): void => {
    keys.stop()
    // A browser asks for a module only once: a request that hangs is begun anew by loading the console again.
    notices.show('warning', 'Still loading. Check the connection of this device, then try again.', {
      action: { label: 'Reload', run: () => location.reload() },
    })
    onFail()
  }
  return (
    <Catcher onError={fail}>
      <Suspense fallback={!quiet && <Awaited onLate={late} keys={typed ? keys : null} />}>
        {/* React's events come from dialogs, too, wherever they are in the document. */}
        {typed ? (
          <div style={{ display: 'contents' }} onFocus={({ target }) => keys.give(target)}>
            {children}
          </div>
        ) : (
          children
        )}
      </Suspense>
    </Catcher>
  )
}

function Awaited({ onLate, keys }: { onLate: () => void; keys: EarlyKeys | null }) {
  useEffect(() => {
    keys?.listen()
    return keys?.expire
  }, [keys])
  const late = useLate(LATE_MS)
  const tell = useEffectEvent(onLate)
  useEffect(() => {
    if (late) tell()
  }, [late])
  return null
}

class Catcher extends Component<{ children: ReactNode; onError: (error: unknown) => void }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }
  override componentDidCatch(error: unknown): void {
    this.props.onError(error)
  }
  override render(): ReactNode {
    return this.state.failed ? null : this.props.children
  }
}
