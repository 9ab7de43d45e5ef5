import { ChakraProvider } from '@chakra-ui/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { CoreProvider } from '@tiffin/core/react'
import { expect, it } from 'vitest'
import { stubCore } from '../stub-core.ts'
import { system } from '../theme/system.ts'
import { Icon } from '../ui/icon.tsx'
import { Access } from './merchant-choice.tsx'

it.each([
  [2, 'pencil', 'eye', 'Edit'],
  [1, 'eye', 'pencil', 'View only'],
] as const)('PERM-11: shows level %i as a %s, not as a %s', (level, drawn, other, label) => {
  const html = renderToStaticMarkup(
    <ChakraProvider value={system}>
      <CoreProvider core={stubCore({ now: 0 })}>
        <Access level={level} />
      </CoreProvider>
    </ChakraProvider>,
  )
  const icon = (name: 'pencil' | 'eye') => renderToStaticMarkup(<Icon name={name} size={14} />)
  expect(html).toContain(icon(drawn))
  expect(html).not.toContain(icon(other))
  expect(html).toContain(`aria-label="${label}"`)
})
