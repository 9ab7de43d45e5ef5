import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type BoardCourier, readCouriers } from '@tiffin/core'
import { type Courier, entities, type OrderStatus } from '@tiffin/sdk/contract'
import { useCore, useTranslate } from '@tiffin/core/react'
import { distance, distanceModelOf, formatPhone, readableFields } from '@tiffin/core/rules'
import { readRows } from '@tiffin/core/screens'
import { CourierState } from '../../order/courier-state.tsx'
import { PickList } from '../../order/pick-list.tsx'
import { controlProps, type InputProps } from '../inputs/input-props.ts'
import { scopeOfRow, useRecords } from '../records-context.ts'
import { useOrderTerms } from './use-order-terms.ts'

const MAX_STATUSES = 300

/** The courier of an order, chosen by availability, number of orders and distance to the merchant (KDS-20). */
export function CourierInput(props: InputProps) {
  const t = useTranslate()
  const { client } = useCore()
  const { row, value, label, disabled, onChange } = props
  const { actor, company } = scopeOfRow(useRecords(), row)
  const terms = useOrderTerms(row)
  const [search, setSearch] = useState<string>()
  const { data: couriers = [] } = useQuery({
    queryKey: ['couriers', company ?? actor.company, 'with load'],
    enabled: !disabled,
    queryFn: async ({ signal }) => {
      const statuses = await readRows(client, { table: 'order_status', limit: [0, MAX_STATUSES] }, { company, signal })
      return readCouriers(client, statuses as unknown as OrderStatus[], {
        ...(company === undefined ? {} : { company }),
        signal,
        withCoords: readableFields(actor, entities.courier).has('coords'),
      })
    },
    meta: { failure: "can't read the couriers" },
  })
  const stored = row['courier_obj'] as Pick<Courier, 'courier_id' | 'name'> | null | undefined
  const chosen = Number(value ?? 0)
  const nameOf = (id: number): string =>
    id === 0
      ? ''
      : (couriers.find(({ courier_id }) => courier_id === id)?.name ?? (stored?.courier_id === id ? stored.name : `#${id}`))
  const km = ({ coords }: BoardCourier): number | null =>
    distance(coords, terms?.merchant?.address.coords, distanceModelOf(terms?.company))
  const needle = (search ?? '').trim().toLocaleLowerCase()
  const options = [
    ...(chosen === 0 || needle !== '' ? [] : [{ key: 0, label: t('No courier') }]),
    ...couriers
      .filter(({ name, phone }) => `${name} ${phone}`.toLocaleLowerCase().includes(needle))
      .map((courier) => ({
        key: courier.courier_id,
        label: courier.phone ? `${courier.name} · ${formatPhone(courier.phone)}` : courier.name,
        detail: <CourierState courier={courier} km={km(courier)} />,
      })),
  ]
  return (
    <PickList
      floating
      lazy={search === undefined}
      control={controlProps(props)}
      label={label}
      placeholder={t('No courier')}
      text={search ?? nameOf(chosen)}
      onText={setSearch}
      options={options}
      onPick={({ key }) => {
        setSearch(undefined)
        onChange(key)
      }}
      onLeave={() => setSearch(undefined)}
    />
  )
}
