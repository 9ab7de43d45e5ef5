import { useLocation } from 'react-router'
import { useBoardView } from './board-context.ts'
import { orderAddress } from './board-url.ts'

/** The address that opens this order. */
export function useOrderLink(orderId: number): string {
  const { pathname } = useLocation()
  const { company } = useBoardView()
  return new URL(pathname + orderAddress(company, orderId), window.location.origin).href
}
