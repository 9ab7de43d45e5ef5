import { entities, type EntityName } from '@tiffin/sdk/contract'
import { accessHook } from './access-hook.ts'
import { adminHook } from './admin-hook.ts'
import { companyHook } from './company-hook.ts'
import { deviceHook } from './device-hook.ts'
import type { SaveHook } from './hook.ts'
import { membershipHook } from './membership-hook.ts'
import { merchantHook } from './merchant-hook.ts'
import { messageHook } from './message-hook.ts'
import { numberHook } from './number-hook.ts'
import { oneRowHook } from './one-row-hook.ts'
import { orderHook } from './order-hook.ts'
import { orderStatusHook } from './order-status-hook.ts'
import { payTypeHook } from './pay-type-hook.ts'
import { paymentHook } from './payment-hook.ts'
import { promocodeHook } from './promocode-hook.ts'

export const saveHooks: Partial<Record<EntityName, SaveHook>> = {
  access: accessHook,
  admin: adminHook,
  company: companyHook,
  device: deviceHook,
  membership: membershipHook,
  merchant: merchantHook,
  message: messageHook,
  order: orderHook,
  order_status: orderStatusHook,
  order_step: numberHook(entities.order_step, 'step'),
  pay_type: payTypeHook,
  payment: paymentHook,
  promocode: promocodeHook,
  subscribe_period: oneRowHook(entities.subscribe_period, 'default'),
  tariff: oneRowHook(entities.tariff, 'most_value'),
}
