import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { CartItem } from '@tiffin/sdk/contract'
import { type NewLine, newLine, readSuggestions, toStoredLines } from '@tiffin/core/new-order'
import { useCore } from '@tiffin/core/react'
import { isSame } from '@tiffin/core/rules'
import { CartLines } from '../../order/cart-lines.tsx'
import { useCompanyOf } from '../inputs/reference-inputs.tsx'
import type { InputProps } from '../inputs/input-props.ts'
import { usePriceFormat } from './use-price-format.ts'

interface TypedCart {
  value: unknown
  lines: readonly NewLine[]
  /** The items that the lines were read from, by key. */
  items: ReadonlyMap<string, { item: CartItem; line: NewLine }>
}

function readCart(value: unknown): TypedCart {
  // Keeps the properties of a line that the form does not show, such as the picture.
  const read = ((value ?? []) as CartItem[]).map((item) => ({ item, line: { ...item, ...newLine(item) } }))
  return { value, lines: read.map(({ line }) => line), items: new Map(read.map((entry) => [entry.line.key, entry])) }
}

/** The cart to store. An unchanged line stays the stored item, so that reverting an edit leaves no change. */
const storedCart = ({ lines, items }: Pick<TypedCart, 'lines' | 'items'>): unknown[] =>
  lines.map((line) => {
    const [sent] = toStoredLines([line])
    const previous = items.get(line.key)
    return previous && isSame(sent, toStoredLines([previous.line])[0]) ? previous.item : sent
  })

/** The items of an order. */
export function CartInput({ id, row, value, disabled, onChange }: InputProps) {
  const { client } = useCore()
  const company = useCompanyOf(row)
  const { merchant } = row
  const { format } = usePriceFormat(row)
  const field = useRef<HTMLInputElement>(null)
  // Texts are kept as typed until the value changes elsewhere.
  const [typed, setTyped] = useState(() => readCart(value))
  if (typed.value !== value) setTyped(readCart(value))
  const suggested = useQuery({
    queryKey: ['cart-suggestions', company, merchant],
    enabled: !disabled && typeof merchant === 'number',
    queryFn: ({ signal }) => readSuggestions(client, Number(merchant), { ...(company === undefined ? {} : { company }), signal }),
    staleTime: Infinity,
    meta: { failure: "can't read earlier items" },
  })
  return (
    <chakra.fieldset id={id} disabled={disabled} minW="0" data-testid="cart">
      <CartLines
        cart={typed.lines}
        onChange={(lines) => {
          const next = storedCart({ ...typed, lines })
          setTyped({ ...typed, lines, value: next })
          onChange(next)
        }}
        suggested={suggested.data ?? []}
        price={format}
        field={field}
      />
    </chakra.fieldset>
  )
}
