import { Box, Center } from '@chakra-ui/react'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { SvgIcon } from './svg-icon.tsx'

interface Props {
  icon: LucideIcon
  title: string
  /** The reason, and what to do. */
  children: ReactNode
  testId: string
}

/** A page that shows a reason instead of content. */
export const PageMessage = ({ icon, title, children, testId }: Props) => (
  <Center h="full" p="6" overflowY="auto" data-testid={testId}>
    <Box maxW="460px" display="grid" gap="3" justifyItems="center" textAlign="center">
      <Box color="fg.muted">
        <SvgIcon icon={icon} size={40} />
      </Box>
      <Box as="h1" fontSize="xl" fontWeight="semibold">
        {title}
      </Box>
      {children}
    </Box>
  </Center>
)
