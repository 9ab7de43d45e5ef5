import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'

/** One of several controls of a field. */
export const SubField = ({ label, children }: { label: string; children: ReactNode }) => (
  <chakra.label display="grid" gap="1" fontSize="sm" color="fg.muted" alignContent="start">
    <span>{label}</span>
    {children}
  </chakra.label>
)
