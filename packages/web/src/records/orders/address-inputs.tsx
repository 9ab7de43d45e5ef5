import { Box } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import type { Order } from '@tiffin/sdk/contract'
import { addressesOf, readPastOrders } from '@tiffin/core/new-order'
import { useCore, useTranslate } from '@tiffin/core/react'
import { addressDetails } from '@tiffin/core/screens'
import { PickList } from '../../order/pick-list.tsx'
import { Input } from '../../ui/controls.ts'
import { controlProps, dirOf, type InputProps, invalidParts, partProps } from '../inputs/input-props.ts'
import { SubField } from '../inputs/sub-field.tsx'
import { useCompanyOf } from '../inputs/reference-inputs.tsx'
import { textOf } from '../text-of.ts'

/** The address: typed, or one of the customer's last ones with its details and coordinates. */
export function OrderAddressInput(props: InputProps) {
  const { client } = useCore()
  const { row, value, label, disabled, onChange, onSet } = props
  const company = useCompanyOf(row)
  const user = row['user']
  const past = useQuery({
    queryKey: ['past-orders', company, user],
    enabled: !disabled && typeof user === 'number',
    queryFn: ({ signal }) => readPastOrders(client, Number(user), { ...(company === undefined ? {} : { company }), signal }),
    staleTime: Infinity,
    meta: { failure: "can't read earlier addresses" },
  })
  const text = textOf(value)
  const needle = text.trim().toLocaleLowerCase()
  const options = addressesOf(past.data ?? [])
    .filter(({ address }) => address !== text && address.toLocaleLowerCase().includes(needle))
    .map((found) => ({ key: found.address, label: found.address, found }))
  return (
    <PickList
      lazy
      floating
      control={controlProps(props)}
      label={label}
      text={text}
      onText={onChange}
      options={options}
      onPick={({ found }) => {
        onChange(found.address)
        onSet('destination_info_json', found.info)
        onSet('destination_unverified', found.verified ? 0 : 1)
        onSet('destination_coordinates', found.coords)
      }}
    />
  )
}

/** Entrance, intercom, floor, flat and instructions (ORDER-12). */
export function AddressDetailsInput(props: InputProps) {
  const t = useTranslate()
  const value = (props.value ?? {}) as Order['destination_info_json']
  const names = Object.keys(addressDetails) as (keyof typeof addressDetails)[]
  const wrong = invalidParts(props, names)
  return (
    <Box display="grid" gridTemplateColumns={{ base: '1fr 1fr', sm: 'repeat(4, minmax(0, 1fr))' }} gap="3">
      {names.map((name, index) => (
        <Box key={name} gridColumn={name === 'comment' ? '1 / -1' : undefined}>
          <SubField label={t(addressDetails[name])}>
            <Input
              {...partProps({ ...props, required: false }, wrong[index])}
              id={`${props.id}-${name}`}
              maxLength={name === 'comment' ? 2000 : 100}
              dir={dirOf(value[name] ?? '')}
              value={value[name] ?? ''}
              onChange={(event) => props.onChange({ ...value, [name]: event.target.value })}
            />
          </SubField>
        </Box>
      ))}
    </Box>
  )
}
