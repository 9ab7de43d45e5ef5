import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useCore } from '@tiffin/core/react'
import { ErrorBoundary } from 'react-error-boundary'
import { isLoadError, LATE_MS } from '../load-part.ts'
import { createTypeAhead, type TypeAhead } from './type-ahead.ts'
import { useHasElapsed } from './use-has-elapsed.ts'

interface Props {
  children: ReactNode
  /** Removes the part after a failure. */
  onFail: () => void
  /** Loaded in the background, so a delay is not reported. */
  quiet?: boolean
  /** It has a text field: text typed before it has loaded goes there. */
  typed?: boolean
}

/** An on-demand part above the page, such as a dialog. If it fails or is slow, the page stays and says so. */
export function Part({ children, onFail, quiet = false, typed = false }: Props) {
  const { notices, ports } = useCore()
  const [keys] = useState(createTypeAhead)
  useEffect(() => keys.stop, [keys])
  const fail = (error: unknown): void => {
    ports.log('a part of the page failed', error)
    keys.stop()
    notices.show('negative', isLoadError(error) ? error.message : 'Something went wrong')
    onFail()
  }
  const late = (): void => {
    keys.stop()
    // A browser requests a module only once: a hanging request is only repeated by reloading the console.
    notices.show('warning', 'Still loading. Check the connection of this device, then try again.', {
      action: { label: 'Reload', run: () => location.reload() },
    })
    onFail()
  }
  return (
    <ErrorBoundary fallback={null} onError={fail}>
      <Suspense fallback={!quiet && <Awaited onLate={late} keys={typed ? keys : null} />}>
        {/* React events bubble from dialogs, too, wherever they are in the document. */}
        {typed ? (
          <div style={{ display: 'contents' }} onFocus={({ target }) => keys.give(target)}>
            {children}
          </div>
        ) : (
          children
        )}
      </Suspense>
    </ErrorBoundary>
  )
}

function Awaited({ onLate, keys }: { onLate: () => void; keys: TypeAhead | null }) {
  useEffect(() => {
    keys?.listen()
    return keys?.expire
  }, [keys])
  const late = useHasElapsed(LATE_MS)
  const notify = useEffectEvent(onLate)
  useEffect(() => {
    if (late) notify()
  }, [late])
  return null
}
