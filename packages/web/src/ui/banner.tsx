import { Box } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

interface Props {
  tone: 'warning' | 'negative' | 'info'
  children: ReactNode
  testId?: string
}

/** A lasting state, shown across the page. */
export const Banner = ({ tone, children, testId }: Props) => (
  <Box
    role="status"
    display="flex"
    alignItems="center"
    gap="2"
    mx="2"
    mt="2"
    px="3"
    py="1.5"
    borderRadius="l2"
    bg={`${tone}.subtle`}
    color={tone}
    fontWeight="medium"
    data-testid={testId}
  >
    <Box flexShrink="0">
      <Icon name={tone === 'info' ? 'info' : 'alert'} />
    </Box>
    <Box minW="0">{children}</Box>
  </Box>
)
