import { Box, Center } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

interface Props {
  icon: IconName
  title: string
  /** Why it is so, and what can be done. */
  children: ReactNode
  testId: string
}

/** A page that has a reason instead of content. */
export const PageMessage = ({ icon, title, children, testId }: Props) => (
  <Center h="full" p="6" overflowY="auto" data-testid={testId}>
    <Box maxW="460px" display="grid" gap="3" justifyItems="center" textAlign="center">
      <Box color="fg.muted">
        <Icon name={icon} size={40} />
      </Box>
      <Box as="h1" fontSize="xl" fontWeight="semibold">
        {title}
      </Box>
      {children}
    </Box>
  </Center>
)
