import { ChakraProvider } from '@chakra-ui/react'
import { CoreProvider } from '@tiffin/core/react'
import { createRoot } from 'react-dom/client'
import { expect, it, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import { stubCore } from '../stub-core.ts'
import { system } from '../theme/system.ts'
import { NoticeItem } from './notice-list.tsx'

it.each([true, false])('SHELL-35: a click on the text closes a message that is closable: %s', async (closable) => {
  const onClose = vi.fn()
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  onTestFinished(() => {
    root.unmount()
    container.remove()
  })
  const notice = { id: 1, type: 'info', text: 'Company selected', closable, isBackground: false } as const
  root.render(
    <CoreProvider core={stubCore()}>
      <ChakraProvider value={system}>
        <NoticeItem notice={notice} onClose={onClose} />
      </ChakraProvider>
    </CoreProvider>,
  )
  await page.getByText('Company selected').click()
  expect(onClose).toHaveBeenCalledTimes(closable ? 1 : 0)
})
