import { Box, Center } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { Logo } from '../ui/logo.tsx'

/** Shown on a board without orders: the reason and what to do next. */
export const BoardMessage = ({ text, children }: { text: string; children?: ReactNode }) => (
  <Center p="6" minH="0" flex="1">
    <Box textAlign="center" maxW="400px">
      <Center color="fg.muted" mb="4">
        <Logo size={40} />
      </Center>
      <Box fontSize="lg" fontWeight="medium" mb="4" role="status" data-testid="board-message">
        {text}
      </Box>
      {children}
    </Box>
  </Center>
)
