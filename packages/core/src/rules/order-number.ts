/** `#6`, or the key of an order without a ticket number (KDS-22). */
export const orderNumber = ({ order_id, ticket }: { order_id: number; ticket?: number | null | undefined }): string =>
  `#${ticket && ticket > 0 ? ticket : order_id}`
