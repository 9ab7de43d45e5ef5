import { useEffect, useEffectEvent } from 'react'
import { useStdin, useStdout } from 'ink'
import { type MouseEvent, mouseEvents, mouseOff, mouseOn } from './mouse.ts'
import { useOptions } from './options.ts'

/** Handles mouse events if enabled. The renderer drops mouse reports, so they are read from its input. */
export function useMouse(onEvent: (event: MouseEvent) => void): void {
  const { mouse } = useOptions()
  const { stdin } = useStdin()
  const { stdout } = useStdout()
  const hear = useEffectEvent((data: string | Buffer) => {
    for (const event of mouseEvents(data.toString())) onEvent(event)
  })
  useEffect(() => {
    if (!mouse) return undefined
    const listener = (data: string | Buffer): void => hear(data)
    stdin.on('data', listener)
    stdout.write(mouseOn)
    return () => {
      stdin.off('data', listener)
      stdout.write(mouseOff)
    }
  }, [mouse, stdin, stdout])
}
