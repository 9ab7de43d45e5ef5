import { useLocation } from 'react-router'

/** The address that opens this order for whoever may see it. */
export function useOrderLink(orderId: number): string {
  const { pathname } = useLocation()
  return new URL(`${pathname}?order=${orderId}`, window.location.origin).href
}
