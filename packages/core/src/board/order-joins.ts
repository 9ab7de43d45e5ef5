/** The joins of an order, spelled out here to keep the entity declarations out of the console's first load. */
export const orderJoins = ['user', 'courier', 'company', 'merchant', 'type', 'order_status', 'pay_type'] as const
