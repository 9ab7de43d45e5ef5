/** What an order brings along, spelled out: the declarations of all entities would be part of the console's first load. */
export const orderJoins = ['user', 'courier', 'company', 'merchant', 'type', 'order_status', 'pay_type'] as const
