export { type Call, CONTRACT_VERSION, type Input, type Output, type Parsed, defineCall } from './call.ts'
export { type Api, type Calls, calls } from './calls/index.ts'
export { authSchema } from './calls/auth.ts'
export { type AssignIntent, type AssignResult, type MoveResult, moveResultSchema } from './calls/order.ts'
export { MAX_PASSKEYS } from './calls/factor.ts'
export { MAX_TOKEN_DAYS, MAX_TOKENS } from './calls/token.ts'
export { MAX_EVENTS, MAX_REPLAYED, SECRET_OVERLAP_HOURS } from './calls/webhook.ts'
export { type WhyBoard } from './calls/why.ts'
export { type WhyStep } from './why-step.ts'
export { type FoundPlace } from './calls/geo.ts'
export {
  type ExportColumn,
  type ExportParams,
  exportParamsSchema,
  type ParsedExportColumn,
  type ParsedExportParams,
} from './calls/export.ts'
export {
  type EarlierImport,
  type ImportKind,
  type ImportState,
  type ImportPlanRow,
  type ImportRefusal,
  type ImportRow,
  MAX_PART_KB,
  MAX_PART_ROWS,
  MAX_PLAN_PAGE,
  type ParsedImportRow,
} from './calls/import.ts'
export { MAX_LISTED_CHANGES } from './calls/configuration.ts'
export {
  type Condition,
  type ExpectedRows,
  type Operator,
  operators,
  searchPartSchema,
  type ParsedExpectedRows,
  type ParsedTableQuery,
  type TableQuery,
  type TableResult,
} from './calls/reference.ts'
export {
  type Figures,
  type ParsedReportInput,
  type BillingReport,
  type ReportAnswer,
  type ReportGrain,
  reportGrains,
  type ReportInput,
  type ReportName,
  reportNames,
  type ReportRow,
} from './calls/report.ts'
export {
  CHAT_HITS,
  CHAT_PAGE,
  CHAT_USERS_PAGE,
  type ChatAssigned,
  type ChatClientFrame,
  chatClientFrameSchema,
  type ChatColleague,
  type ChatFile,
  type ChatHandshake,
  type ChatHit,
  type ChatOpening,
  type ChatMessage,
  type ChatOutgoing,
  type ChatServerFrame,
  chatServerFrameSchema,
  type ChatStatus,
  type ChatUser,
  MAX_CHAT_FILE,
  MAX_CHAT_FILE_IN_FRAME,
  MAX_CHAT_SEARCHED,
  type ParsedChatClientFrame,
  TYPING_EVERY_MS,
} from './chat.ts'
export {
  type Access,
  defineEntity,
  type Entity,
  type Join,
  type Row,
  type Save,
  type Scope,
  rowSchema,
  saveSchema,
} from './entity.ts'
export { jsonSchemaOf } from './json-schema.ts'
export { openApi } from './openapi.ts'
export { type ApiError, apiError, type ErrorCode, errorCodes, type ErrorDetails, errors, isApiError } from './errors.ts'
export { allowExistingMembers } from './existing-members.ts'
export {
  type Coords,
  coordsSchema,
  DEFAULT_RADIUS,
  type Field,
  type FieldKind,
  fieldKinds,
  languageCode,
  MAX_KEEP_ALIVE,
  type Multilang,
  radiusBounds,
  type StoredFile,
} from './field.ts'
export { type GeocoderQuery, geocoderUrl, MAX_PLACES, type Place, readGeocoder } from './geocoder.ts'
export {
  companyLimits,
  type CompanyLimit,
  type CompanyOption,
  companyOptions,
  type Gate,
  gates,
  type TariffOption,
  tariffOptions,
} from './gate.ts'
export {
  type LiveClientFrame,
  liveClientFrameSchema,
  type LiveServerFrame,
  type ParsedLiveClientFrame,
  liveServerFrameSchema,
  resyncReasons,
} from './live.ts'
export { emailSchema } from './field.ts'
export { digitsOf, normalizeDigits, normalizePhone } from './phone.ts'
export { type Handoff, type MoveIntent, moveIntentSchema } from './move-intent.ts'
export { type SecondStep, secondStepSchema } from './second-step.ts'
export { type SessionCompany, sessionCompanySchema, type SessionUser, sessionUserSchema } from './session-user.ts'
export { type TokenScope, tokenScopes } from './token-scope.ts'
export { anyProgram, type App, appSchema, type Envelope, envelopeSchema, OLDEST_CONTRACT, requestSchema } from './wire.ts'
export { entities, type EntityName, entityNames, type EntityRow } from './entities/index.ts'
export { type AccessToken } from './entities/access-token.ts'
export { type SecondFactor } from './entities/second-factor.ts'
export { type Admin, type Membership, type Owner } from './entities/admin.ts'
export { type Audit } from './entities/audit.ts'
export { type Banner } from './entities/banner.ts'
export { type Company } from './entities/company.ts'
export { type City, type Country } from './entities/country.ts'
export { type Courier } from './entities/courier.ts'
export { type Cuisine } from './entities/cuisine.ts'
export { type Device } from './entities/device.ts'
export { type Dictionary, type GlobalLang } from './entities/dictionary.ts'
export { type Kanban, type KanbanSettings } from './entities/kanban.ts'
export { type Audience, audienceSchema } from './audience.ts'
export { type PushTarget } from './calls/push.ts'
export { type ChatAnswer } from './entities/chat-answer.ts'
export { type MailBlock, type MailBlockReason } from './entities/mail-block.ts'
export { type Mailing, type MailingChannel, type MailingState } from './entities/mailing.ts'
export { type AccessEntry, type Address, type DeliveryTier, type Merchant, weekdays, type WorkDay } from './entities/merchant.ts'
export { type MerchantType } from './entities/merchant-type.ts'
export { type Message, type MessageResult, messageResults, type PushState, pushStates } from './entities/message.ts'
export { type CartItem, cartItemSchema, hoursOfDay, type Order, orderWarnings } from './entities/order.ts'
export { type OrderStatus } from './entities/order-status.ts'
export { type OrderStep } from './entities/order-step.ts'
export { type Booking, type BookingKind, type Invoice, type Payment, type PaymentState } from './entities/payment.ts'
export { type PayType } from './entities/pay-type.ts'
export { type PrintJob, type PrintPurpose, printPurposes, type PrintState, printStates } from './entities/print-job.ts'
export { type PrintSeller } from './calls/print.ts'
export { type Promocode } from './entities/promocode.ts'
export { type Setting } from './entities/settings.ts'
export { type SubscribePeriod, type Tariff, type TariffOptionEntry } from './entities/tariff.ts'
export { MAX_COUNTED_ORDERS, type User } from './entities/user.ts'
export { type Invitation } from './entities/invitation.ts'
export { type Outbox, type OutboxChannel } from './entities/outbox.ts'
export { type Webhook, type WebhookDelivery, type WebhookEvent } from './entities/webhook.ts'
export { builtinAlarm } from './builtin-alarm.ts'
export { type CompanySeeds, companySeeds } from './seed-company.ts'
export { platformSeeds, type Seeds } from './seeds.ts'
export { MAX_CALL_BYTES, MAX_DICTIONARY_TEXT, MAX_IMPORT_ROWS, MAX_ROWS_PER_CALL, importKinds, savedKinds } from './limits.ts'
