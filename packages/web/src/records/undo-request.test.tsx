import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { Core } from '@tiffin/core'
import { CoreProvider } from '@tiffin/core/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { stubCore } from '../stub-core.ts'
import { type UndoScope, useUndo } from './history/use-undo.ts'

const record = { table: 'cuisine', id: 5 }
it.each<[string, Record<string, number>, UndoScope, object]>([
  ['the only record of the change visible to this person', { cuisine: 1 }, 'record', { change: 7, only: record }],
  ['one record of several', { cuisine: 3 }, 'record', { change: 7, only: record }],
  ['all records', { cuisine: 3 }, 'all', { change: 7 }],
  ['those without later changes', { cuisine: 3 }, 'unchanged', { change: 7, mode: 'unchanged' }],
])('undoing %s sends exactly that request', async (_what, records, scope, asked) => {
  const calls: unknown[] = []
  const Audit = { undo: async (input: unknown) => (calls.push(input), { data: { records: 1 } }) }
  const core = { ...stubCore(), client: { Audit } } as unknown as Core
  let hook: ReturnType<typeof useUndo> | undefined
  const Probe = () => {
    hook = useUndo()
    return null
  }
  renderToStaticMarkup(
    <CoreProvider core={core}>
      <QueryClientProvider client={new QueryClient()}>
        <Probe />
      </QueryClientProvider>
    </CoreProvider>,
  )
  await hook?.run({ change: 7, company: 1, record, records }, scope)
  expect(calls).toEqual([asked])
})
