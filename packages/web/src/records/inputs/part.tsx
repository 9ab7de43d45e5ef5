import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'

/** One control of several that make up a field. */
export const Part = ({ label, children }: { label: string; children: ReactNode }) => (
  <chakra.label display="grid" gap="1" fontSize="sm" color="fg.muted" alignContent="start">
    <span>{label}</span>
    {children}
  </chakra.label>
)
