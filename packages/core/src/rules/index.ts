export { scopeOfWrite, tokenMayCall } from './access-tokens.ts'
export { type Action, type Actor, allow, type Decision, managesCompany, mayOverrule, refuse } from './actor.ts'
export { isAutomatic, automaticApps, notableTicketStates } from './automatic.ts'
export { AVATAR_SIZE, avatarColor, expandedPhoto, initialsOf } from './avatars.ts'
export { editsPictures, mayStorePicture } from './picture-rights.ts'
export { contactFields, managesOwnSignIn, signInFields } from './own-account.ts'
export { readReminderDays } from './reminder-days.ts'
export { type OverdueDays, overdueDays, overdueSettings } from './overdue-days.ts'
export { type Bill, billOf, chargeSteps, periodSteps, type Subscription, type Terms } from './bill.ts'
export {
  addOnsOf,
  amountDue,
  isExpiring,
  monthlyBill,
  offersTrial,
  orderUsage,
  periodTotal,
  refundable,
  trialDays,
  type Usage,
} from './billing.ts'
export {
  addonLabels,
  type AllDayCount,
  allDayCounts,
  type BoardView,
  groupByColumn,
  isOnBoard,
  isPickup,
  isSearching,
  hasNumber,
  matchesSearch,
  ownsCard,
  type BoardPosition,
  placeAfter,
  type Placement,
  type Searched,
  SMALLEST_GAP,
  sortCards,
} from './board.ts'
export { mayChat } from './chat.ts'
export { findExcerpt, markMatches, searchedText } from './chat-search.ts'
export { clockText, readClock } from './clock-text.ts'
export { clockTime, isOtherDay } from './clock-time.ts'
export { mayDeleteCompany, needsName, storeUrl } from './companies.ts'
export { configurationEntities, configurationFields } from './configuration.ts'
export { type Age, orderAge, ageRule, type AgeRule, type Countdown, countdown, countLate, formatSeconds } from './countdown.ts'
export { COURIER_ON_DUTY, canAssign, type CourierMark, courierMark, isBlockedCourier } from './couriers.ts'
export { deliveryCost, distance, type DistanceModel, distanceModelOf } from './delivery.ts'
export { type Estimate, estimate, type EstimateInput } from './estimate.ts'
export { readHandoffCode, readHandoffs } from './handoffs.ts'
export { FALLBACK_MINUTES, heldText, heldUntil } from './held.ts'
export {
  type CompanyLimits,
  type CompanyOptions,
  fieldDecision,
  valueDecision,
  hasOption,
  limitDecision,
  missingOption,
  optionDecision,
  optionPrice,
  readMode,
  readOption,
  type ReadUse,
} from './gating.ts'
export { formatList } from './format-list.ts'
export {
  cropRatio,
  cropSteps,
  fileError,
  releaseCanvas,
  type ImageField,
  imageField,
  type ImageError,
  imageTypeOf,
  type ImageType,
  MAX_CANVAS,
  MAX_IMAGE_MB,
  MAX_MEGAPIXELS,
  pictureUrl,
  previewName,
  type PreviewSize,
  previewSizes,
  type Size,
  sizeError,
} from './images.ts'
export { loginProblem, loginSkeleton, lookAlikeLetters, normalizeLogin } from './login.ts'
export {
  type AccessLevel,
  accessPositions,
  boardLevel,
  merchantsReadBy,
  visibleAccessEntries,
  type MerchantTab,
  mayTakeOrders,
  merchantTabLevel,
  merchantTabOf,
  visibleMerchants,
} from './merchant-access.ts'
export {
  currencySymbol,
  formatMoney,
  formatAmount,
  formatPrice,
  max,
  type Minor,
  parseMoney,
  percentOf,
  shownDecimals,
  sum,
  times,
} from './money.ts'
export { openingAt, openingsBetween, roundReplyTime } from './openings.ts'
export { canUseRoute, chosenEntries, isSiteLink, navigationFor } from './navigation.ts'
export {
  type AdministratorRoute,
  administratorRoutes,
  type CompanyRoute,
  companyRoutes,
  isAdministratorRoute,
  isBuilt,
  belongsToOneCompany,
  isRouteName,
  type PageIcon,
  pages,
  type RouteName,
  routeNames,
  type TableOfPage,
} from './pages/index.ts'
export { isImportable } from './importable.ts'
export { hashOf } from './hash-of.ts'
export { isSame } from './is-same.ts'
export { amount, isAmount, lineProblem } from './cart-line.ts'
export { fieldOfError, isPriced, affectsDelivery, type OrderChange, preparePricing } from './order-change.ts'
export {
  busyMinutes,
  busyUntil,
  isAvailabilityTime,
  type Availability,
  availabilityDurations,
  availabilityTexts,
  pausedUntil,
} from './availability.ts'
export { readUntil } from './availability-time.ts'
export { menuGroups, type MerchantAccessPurpose, MY_COMPANY, type Page } from './pages/page.ts'
export { tableRights } from './table-rights.ts'
export {
  checkNewPassword,
  gradePassword,
  NEW_PASSWORD_MIN,
  newPasswordProblem,
  type PasswordGrade,
  type PasswordVerdict,
} from './password.ts'
export { MAX_SOUND_SECONDS, soundFile, soundRates, soundUrl } from './sounds.ts'
export {
  addDays,
  addMonths,
  boardPeriod,
  type Bounds,
  type ChosenPeriod,
  companyToday,
  type Day,
  dayBounds,
  type DayPeriod,
  daysBetween,
  daysOfPeriod,
  fromLocalTime,
  isTimezone,
  periodBounds,
  periodState,
  quickPeriod,
  type QuickPeriod,
  quickPeriods,
  toLocalTime,
  wallTime,
} from './periods.ts'
export {
  type AnyRow,
  can,
  joinedFields,
  importLanguages,
  mayTranslate,
  passesGate,
  readableFields,
  type RowFilter,
  visibleRows,
  writableFields,
} from './permissions.ts'
export { type FieldError, isEmptyValue, readField } from './field-value.ts'
export { digitsOf, normalizeDigits } from '@tiffin/sdk/contract'
export { firstDayOfWeek, hourCycleOf } from './region.ts'
export {
  groupLabels,
  type Measure,
  type OrderSet,
  periodBefore,
  type Report,
  type ReportColumn,
  type ReportColumnName,
  reportColumns,
  type ReportGroup,
  isMoneyFigure,
  leavesOutCancelled,
  reports,
  reportTitle,
} from './reports.ts'
export { orderNumber } from './order-number.ts'
export {
  mayRaiseWarnings,
  type OpenWarning,
  type OrderWarning,
  orderWarnings,
  type OrderFormat,
  warnedOrder,
  warningLabels,
  warningNames,
} from './order-warnings.ts'
export { type MerchantOffer, merchantOffer, type RankedMerchant, rankMerchants } from './merchant-offer.ts'
export { type OrderSum, orderSums } from './order-sums.ts'
export { formatPhone, phoneLink } from './format-phone.ts'
export { cleanPhone, isCompletePhone, messagePhone, type PhoneCountry, phoneLength, phonePart, phoneSpellings } from './phone.ts'
export { cityAt, cityQuery, type MapCity, metresBetween, nearest } from './places.ts'
export {
  isDeliveryOpen,
  isNotable,
  portionPrice,
  price,
  type Price,
  type PriceContext,
  type PricedOrder,
  type PriceLine,
  type PriceStep,
  tipChoices,
} from './pricing.ts'
export { quietEnd } from './quiet-hours.ts'
export { explainMailing, type MailingCheck, messageResultTexts } from './mailing.ts'
export { type Promocode, promocodeDecision, type PromocodeCheck, promocodeChecks } from './promocode.ts'
export { type PlainKey, textOf } from '#i18n/text-key'
export { isHarmlessLink, messagePreview } from './rich-text.ts'
export { checkBands, grantsOnlyPlugins, isGrantedTwice, type Problem, rowProblems } from './row-problems.ts'
export { fieldsForTitle, titleReferences, titleSourceFields, recordName, rowDetail, rowDetails, rowTitle } from './row-title.ts'
export {
  columnsOf,
  createdStatus,
  isCancelled,
  isColumn,
  isLocked,
  moveTargets,
  withoutHidden,
  statusName,
  type StatusRule,
} from './statuses.ts'
export { atStation, hasStation, isAtStation, normalizeStation, stationsOf } from './stations.ts'
export { localized, localizedText, unescapeFormula, escapeFormula } from './text.ts'
export {
  readTranslation,
  untranslatedLanguages,
  sourceText,
  TRANSLATION_MODEL,
  translationBody,
  type TranslationRequest,
} from './translation.ts'
export { type TicketLine, ticketLines, tickProgress, setTick } from './ticks.ts'
export {
  canMove,
  canMoveAny,
  type Move,
  type MoveBase,
  needsHandoff,
  type NextMove,
  nextMoves,
  nextStatus,
  stampsFor,
} from './transitions.ts'
export { lintWorkflow, type WorkflowProblem, type WorkflowStatus } from './workflow.ts'
export {
  type ChosenBoard,
  explainBoard,
  explainEstimate,
  explainHeld,
  explainMoves,
  explainPrice,
  explainPromocode,
  explainWarnings,
} from './why.ts'
