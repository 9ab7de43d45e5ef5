export { type ConsolePush } from './push/console-push.ts'
export { type BoardMerchant, type BoardOrder } from './board/board-order.ts'
export { type BulkResult } from './board/bulk.ts'
export {
  waitForUndo,
  type CardCursor,
  type CursorPlace,
  type CursorStep,
  cursorOn,
  followCursor,
  noCursor,
  placeOfCursor,
  placeOfOrder,
  stepCursor,
} from './board/card-cursor.ts'
export { createCursorWatch, type CursorWatch, DOUBLE_PRESS_MS } from './board/cursor-watch.ts'
export { type CustomerMarks, customerMarks } from './board/customer-marks.ts'
export { type BoardCourier, courierMarkTexts, readCouriers } from './board/couriers.ts'
export { type Alarm } from './board/alarm.ts'
export { type Attention, type CancelledOrder, type AttentionReason, READABLE_HOURS } from './board/attention.ts'
export { type BoardSettingsStore } from './board/board-settings.ts'
export { type BoardChoice, type BoardState, connectionPhase } from './board/board-state.ts'
export { currentView, chooseMerchants, deleteNamedBoard, saveNamedBoard, showNamedBoard } from './board/board-views.ts'
export { type Board } from './board/board.ts'
export { failureSentence } from './board/failure-sentence.ts'
export { type AvailabilityChange, setAvailability } from './board/set-availability.ts'
export { type MoveTarget } from './board/bulk-targets.ts'
export { type BoardCommands, type Handoffs, type Outcome, type Question } from './board/commands.ts'
export { type Conflict, conflictsText } from './outbox/conflicts.ts'
export { describeConflict, selectTray, type TrayEntry } from './outbox/tray-entries.ts'
export { type MarkedOrder, type Marks, marksOf } from './board/marks.ts'
export { type UndoableMove } from './board/undoable-moves.ts'
export { describeMoveSince, type MoveSince } from './board/moves-since.ts'
export { type OrderMoves } from './board/order-moves.ts'
export { isIds, isSameBoard, type NamedBoard, mergeNamedBoards } from './board/named-boards.ts'
export { ageText, formatMinutes } from './board/order-age.ts'
export { keyBesideName, showsSeveralMerchants, orderName, sharedNumberKey } from './board/order-name.ts'
export { orderHeldUntil } from './board/order-held.ts'
export { orderNumber } from '#rules/order-number'
export { readPeriod, writePeriod } from './board/period-text.ts'
export { MAX_ORDERS, readOrder } from './board/read-board.ts'
export { readStations } from './board/read-stations.ts'
export { type BoardColumns, type Card, type Column, orderByNumber, selectColumns, selectMerchants } from './board/selectors.ts'
export { columnsToHide, shownColumns, shownStatuses } from './board/shown-columns.ts'
export { type BoardSettings, columnWidth, columnWidths } from './board/stored-settings.ts'
export { type Unread } from './chat/unread.ts'
export { type Core, type CoreOptions, createCore } from './create-core.ts'
export { type DraftPlace, type Drafts, type EditorDraft } from './drafts/drafts.ts'
export { formatCount } from './i18n/format-count.ts'
export { formatNumber } from './rules/format-number.ts'
export { formatDay, formatMoment } from './i18n/format-moment.ts'
export { languageName } from './i18n/language-name.ts'
export { readList } from './i18n/read-list.ts'
export { type Notice, type Notices, type NoticeType } from './notices/notices.ts'
export {
  type Activity,
  type Connectivity,
  type DraftStorage,
  type ListedStorage,
  memoryStorage,
  type Ports,
  type PushDevice,
  type PushPermission,
  type PushPort,
  type PushSubscriptionData,
  type Sound,
  type Storage,
  type StoredDraft,
  type Tabs,
} from './ports.ts'
export { type ServerClock } from './server-clock.ts'
export { type CompanyChoice, mayCreateCompany, readCompanies } from './session/companies.ts'
export { createPairing, type Pairing, type PairingState } from './session/pairing.ts'
export { createProfileSave, isMissingName } from './session/profile.ts'
export { type SessionClock, type SessionClockState } from './session/session-clock.ts'
export { actorOf } from './session/actor-of.ts'
export { type Language, type SessionState } from './session/session-state.ts'
export { type AskPasskey } from './session/sign-in.ts'
export { isSessionEnd, isTransient } from './transient-error.ts'
export { type SessionStore } from './session/session-store.ts'
export { type Billing, readBilling } from './session/billing.ts'
export { switchCompany } from './session/switch-company.ts'
export { watchRights } from './session/watch-rights.ts'
export { type Drawer, type DrawerState } from './shell/drawer.ts'
export { alternate } from './shell/alternate.ts'
export { createGuide, type Guide, LATEST_NEWS } from './shell/guide.ts'
export { type MenuEntry, type MenuGroup, menuFor, searchMenu } from './shell/menu.ts'
export { pathOfRoute, publicRoutes, routeAt } from './shell/route-paths.ts'
export { findByText, type FoundRecord, type FoundOrder } from './shell/find.ts'
export { type ContactLink, readContactLinks } from './shell/contact-links.ts'
export { jumpKeys } from './shell/jumps.ts'
export { redactState } from './shell/redact-state.ts'
export { updateLastSession } from './session/last-session.ts'
