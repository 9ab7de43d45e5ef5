import { Box, chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'

/** A field with its label above. */
export const Labelled = ({
  label,
  hint,
  isWrong = false,
  children,
  wide,
}: {
  label: string
  hint?: string
  /** The hint explains why the value is invalid. */
  isWrong?: boolean
  children: ReactNode
  wide?: boolean
}) => (
  <chakra.label display="block" minW="0" gridColumn={wide ? '1 / -1' : undefined}>
    <Box as="span" display="block" fontSize="sm" color="fg.muted" mb="0.5">
      {label}
    </Box>
    {children}
    {hint !== undefined && (
      <Box as="span" display="block" fontSize="xs" color={isWrong ? 'negative' : 'fg.muted'} mt="0.5">
        {hint}
      </Box>
    )}
  </chakra.label>
)

/** A titled part of the dialog. */
export const Section = ({ title, children, testId }: { title: string; children: ReactNode; testId: string }) => (
  <Box as="section" aria-label={title} mb="5" data-testid={testId}>
    <Box as="h3" fontSize="sm" fontWeight="semibold" mb="1.5">
      {title}
    </Box>
    {children}
  </Box>
)
