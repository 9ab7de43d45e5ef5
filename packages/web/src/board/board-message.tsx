import { Box, Center } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { Logo } from '../ui/logo.tsx'

/** Shown on a board without orders: the reason and what to do next. */
export const BoardMessage = ({ text, children }: { text: string; children?: ReactNode }) => (
  // Auto margins instead of centring: content higher than the window can be scrolled to its top.
  <Box display="flex" p="6" minH="0" flex="1" overflowY="auto">
    <Box m="auto" textAlign="center" maxW="400px">
      <Center color="fg.muted" mb="4">
        <Logo size={40} />
      </Center>
      <Box fontSize="lg" fontWeight="medium" mb="4" role="status" data-testid="board-message">
        {text}
      </Box>
      {children}
    </Box>
  </Box>
)
