import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useCore } from '@tiffin/core/react'
import { ErrorBoundary } from 'react-error-boundary'
import { isLoadError, LATE_MS } from '../lazy-component.ts'
import { createTypeAhead, type TypeAhead } from './type-ahead.ts'
import { useHasElapsed } from './use-has-elapsed.ts'

interface Props {
  children: ReactNode
  /** Closes the component after a failure. */
  onFail: () => void
  /** Loaded in the background, so a delay is not reported. */
  quiet?: boolean
  /** It has a text field, which receives text typed before it has loaded. */
  typed?: boolean
}

/**
 * Suspense and error boundary of a lazy component above the page, such as a dialog. If it fails or is slow, the page stays
 * open and shows a message.
 */
export function LazyBoundary({ children, onFail, quiet = false, typed = false }: Props) {
  const { notices, ports } = useCore()
  const [keys] = useState(createTypeAhead)
  useEffect(() => keys.stop, [keys])
  const fail = (error: unknown): void => {
    ports.log('a part of the page failed', error)
    keys.stop()
    notices.show('negative', isLoadError(error) ? error.message : 'Something went wrong')
    onFail()
  }
  const reportSlow = (): void => {
    keys.stop()
    // A browser requests a module only once: a hanging request is only repeated by reloading the console.
    notices.show('warning', "Still loading. Check this device's connection, then try again.", {
      action: { label: 'Reload', run: () => location.reload() },
    })
    onFail()
  }
  return (
    <ErrorBoundary fallback={null} onError={fail}>
      <Suspense fallback={!quiet && <LoadingWatch onLate={reportSlow} keys={typed ? keys : null} />}>
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

function LoadingWatch({ onLate, keys }: { onLate: () => void; keys: TypeAhead | null }) {
  useEffect(() => {
    keys?.listen()
    return keys?.expire
  }, [keys])
  const isLate = useHasElapsed(LATE_MS)
  const notify = useEffectEvent(onLate)
  useEffect(() => {
    if (isLate) notify()
  }, [isLate])
  return null
}
