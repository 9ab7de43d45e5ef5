import { accessToken } from './access-token.ts'
import type { Row } from '../entity.ts'
import { admin, membership, owner } from './admin.ts'
import { audit } from './audit.ts'
import { banner } from './banner.ts'
import { chatAnswer } from './chat-answer.ts'
import { chatMessage } from './chat-message.ts'
import { company } from './company.ts'
import { city, country } from './country.ts'
import { courier } from './courier.ts'
import { cuisine } from './cuisine.ts'
import { device } from './device.ts'
import { dictionary, globalLang } from './dictionary.ts'
import { invitation } from './invitation.ts'
import { kanban, kanbanSettings } from './kanban.ts'
import {
  access,
  adminStatus,
  bannerType,
  companyStatus,
  courierStatus,
  courierWorking,
  deliveryMode,
  merchantStatus,
  messageStatus,
  orderMode,
  orderType,
  paymentType,
  paySystem,
  pushStatus,
  role,
  tariffOption,
  userStatus,
} from './lookups.ts'
import { mailBlock } from './mail-block.ts'
import { mailing } from './mailing.ts'
import { merchant } from './merchant.ts'
import { merchantType } from './merchant-type.ts'
import { message } from './message.ts'
import { order } from './order.ts'
import { orderStatus } from './order-status.ts'
import { orderStep } from './order-step.ts'
import { outbox } from './outbox.ts'
import { booking, invoice, payment } from './payment.ts'
import { secondFactor } from './second-factor.ts'
import { payType } from './pay-type.ts'
import { printJob } from './print-job.ts'
import { promocode } from './promocode.ts'
import { appSettings, globalSettings, merchantSettings } from './settings.ts'
import { subscribePeriod, tariff } from './tariff.ts'
import { user } from './user.ts'
import { webhook, webhookDelivery } from './webhook.ts'

/** Every entity, by its wire and database name. */
export const entities = {
  access,
  access_token: accessToken,
  admin,
  admin_status: adminStatus,
  app_settings: appSettings,
  audit,
  banner,
  banner_type: bannerType,
  booking,
  chat_answer: chatAnswer,
  chat_message: chatMessage,
  city,
  company,
  company_status: companyStatus,
  country,
  courier,
  courier_status: courierStatus,
  courier_working: courierWorking,
  cuisine,
  delivery_mode: deliveryMode,
  device,
  dictionary,
  global_lang: globalLang,
  global_settings: globalSettings,
  invitation,
  invoice,
  kanban,
  kanban_settings: kanbanSettings,
  mail_block: mailBlock,
  mailing,
  membership,
  merchant,
  merchant_settings: merchantSettings,
  merchant_status: merchantStatus,
  merchant_type: merchantType,
  message,
  message_status: messageStatus,
  order,
  order_mode: orderMode,
  order_status: orderStatus,
  order_step: orderStep,
  order_type: orderType,
  outbox,
  owner,
  pay_system: paySystem,
  pay_type: payType,
  payment,
  payment_type: paymentType,
  print_job: printJob,
  promocode,
  push_status: pushStatus,
  role,
  second_factor: secondFactor,
  subscribe_period: subscribePeriod,
  tariff,
  tariff_option: tariffOption,
  user,
  user_status: userStatus,
  webhook,
  webhook_delivery: webhookDelivery,
}
export type EntityName = keyof typeof entities
export const entityNames = Object.keys(entities) as EntityName[]
/** A row of the entity of that name, without joined objects. */
export type EntityRow<N extends EntityName> = Row<(typeof entities)[N]>
