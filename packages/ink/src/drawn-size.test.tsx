import { expect, it } from 'vitest'
import { Box, renderToString, Text } from './index.js'

it('a box of millions of columns is drawn as far as a terminal can be wide', () => {
  const screen = (
    <Box width={20_000_000} height={3} flexShrink={0} borderStyle="single" backgroundColor="blue">
      <Text>New</Text>
    </Box>
  )
  expect(renderToString(screen, { columns: 40 }).split('\n')).toHaveLength(3)
})
