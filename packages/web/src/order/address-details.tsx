import { Box } from '@chakra-ui/react'
import type { Address } from '@tiffin/sdk/contract'
import { useTranslate } from '@tiffin/core/react'
import { addressDetails } from '@tiffin/core/screens'
import { Input } from '../ui/controls.ts'
import { Labelled } from './labelled.tsx'

type Details = Address['info']

const names = Object.keys(addressDetails) as (keyof typeof addressDetails)[]

/** Where exactly an address is, and instructions for the courier (MAP-21). */
export function AddressDetails({ info, onChange }: { info: Details; onChange: (info: Details) => void }) {
  const t = useTranslate()
  return (
    <Box display="grid" gridTemplateColumns={{ base: '1fr 1fr', sm: 'repeat(4, minmax(0, 1fr))' }} gap="2">
      {names.map((name) => (
        <Labelled key={name} wide={name === 'comment'} label={t(addressDetails[name])}>
          <Input
            maxLength={name === 'comment' ? 2000 : 100}
            value={info[name] ?? ''}
            onChange={(event) => onChange({ ...info, [name]: event.target.value })}
          />
        </Labelled>
      ))}
    </Box>
  )
}
