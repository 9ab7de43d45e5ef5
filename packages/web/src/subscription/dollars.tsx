import { chakra } from '@chakra-ui/react'
import { formatDollars } from '@tiffin/core/subscription'
import { useCore, useSelected } from '@tiffin/core/react'

/** An amount of the platform (BILL-12), left to right in every language. */
export function Dollars({ amount }: { amount: string }) {
  const { session } = useCore()
  const lang = useSelected(session.store, (state) => state.lang)
  return (
    <chakra.bdi dir="ltr" whiteSpace="nowrap">
      {formatDollars(amount, lang)}
    </chakra.bdi>
  )
}
