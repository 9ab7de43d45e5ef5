import type { Handlers } from '#server/context'
import { names } from './history/names.ts'
import { timeline as recordTimeline } from '#domains/history/timeline'
import { undo } from '#domains/history/undo'
import { getLang } from '#domains/dictionary/get-lang'
import { login } from '#domains/people/login'
import { checkAuth, password, signOut, update } from '#domains/people/session'
import * as factor from '#domains/sign-in/factor-settings'
import { confirmOptions, passkeyOptions, passkeySignIn, secondFactor } from '#domains/sign-in/second-step'
import { link, useLink } from '#domains/sign-in/use-link'
import { phone } from '#domains/sign-in/phone'
import { answerSignIn, pendingSignIn, signInCode } from '#domains/devices/sign-in-code'
import { registration, repairPassword } from '#domains/sign-in/registration'
import { verify } from '#domains/sign-in/verify'
import { endSession, sessions } from '#domains/people/own-sessions'
import { pin } from '#domains/people/pin'
import { create as createToken } from '#domains/people/create-token'
import { revoke as revokeToken } from '#domains/people/revoke-token'
import { retryBilling } from '#domains/billing/bill-companies'
import { correctBalance } from '#domains/billing/correct-balance'
import { readBilling } from '#domains/billing/read-billing'
import { readInvoice } from '#domains/billing/read-invoice'
import { refundPayment } from '#domains/billing/refund-payment'
import { cancelPayment, tariffUp } from '#domains/billing/tariff-up'
import { code as customerCode, login as customerLogin, signout as customerSignout } from '#domains/chat/customers'
import { assign as assignChat } from '#domains/chat/assign'
import { colleagues as chatColleagues } from '#domains/chat/colleagues'
import { find as findChat } from '#domains/chat/find'
import { upload as uploadChatFile, users as chatUsers } from '#domains/chat/users'
import { create } from '#domains/companies/create'
import { apply as applyConfiguration } from '#domains/configuration/apply'
import { changes as configurationChanges } from '#domains/configuration/changes'
import { deleteCompany } from '#domains/companies/delete'
import { pendingDevice } from '#domains/devices/pending-device'
import { confirm as confirmDevice } from '#domains/devices/confirm'
import { pair } from '#domains/devices/pair'
import { refuse as rejectDevice } from '#domains/devices/refuse'
import { generate, removeBackground, save as saveImage } from '#domains/pictures/image'
import { excel } from '#domains/exports/excel'
import { ticket } from '#domains/exports/ticket'
import { getCity } from '#domains/geo/get-city'
import { begin as beginImport } from '#domains/imports/begin'
import { commit as commitImport } from '#domains/imports/commit'
import { rows as importRows } from '#domains/imports/rows'
import { status as importStatus } from '#domains/imports/status'
import { count as countMailing } from '#domains/mailing/count'
import { pause, resume, start as startMailing, stop } from '#domains/mailing/states'
import { test as testMailing } from '#domains/mailing/send-test'
import { why as whyMailing } from '#domains/mailing/why'
import { newToken } from '#domains/merchants/new-token'
import { setAvailability } from '#domains/merchants/pace'
import { assign } from '#domains/orders/assign'
import { move } from '#domains/orders/move'
import { handoff } from '#domains/orders/handoff'
import { placed } from '#domains/orders/placed'
import { ring } from '#domains/orders/ring'
import { shown } from '#domains/orders/shown'
import { tick } from '#domains/orders/tick'
import { timeline } from '#domains/orders/timeline'
import { why } from '#domains/orders/why'
import { deleteData } from '#domains/records/delete-data'
import { getData } from '#domains/records/get-data'
import { saveData } from '#domains/records/save-data'
import { read as readReport } from '#domains/order-reports/read'
import { claim } from '#domains/printing/claim'
import { offer, offers } from '#domains/printing/offers'
import { begin, confirm, dismiss, fail, request } from '#domains/printing/print'
import {
  consent as customerConsent,
  pushSubscribe as customerPushSubscribe,
  pushUnsubscribe as customerPushUnsubscribe,
} from '#domains/push/customer-devices'
import { key as pushKey, subscribe, unsubscribe } from '#domains/push/subscribe'
import { save as saveSound } from '#domains/pictures/sound'
import { translate } from '#domains/dictionary/translate'
import { events as webhookEvents } from '#domains/webhooks/events'
import { replay as replayWebhook } from '#domains/webhooks/replay'
import { rotateSecret } from '#domains/webhooks/rotate-secret'
import { test as testWebhook } from '#domains/webhooks/send-test'

/** The handler of each call; calls without one return `not_available_yet`. */
export const handlers: Handlers = {
  Auth: {
    getLang,
    Login: login,
    checkAuth,
    SignInCode: signInCode,
    PendingSignIn: pendingSignIn,
    AnswerSignIn: answerSignIn,
    SignOut: signOut,
    Update: update,
    Password: password,
    Registration: registration,
    RepairPassword: repairPassword,
    Link: link,
    UseLink: useLink,
    Phone: phone,
    Pin: pin,
    Verify: verify,
    Sessions: sessions,
    EndSession: endSession,
    SecondFactor: secondFactor,
    PasskeyOptions: passkeyOptions,
    Passkey: passkeySignIn,
  },
  Factor: {
    list: factor.list,
    setUpTotp: factor.setUpTotp,
    confirmTotp: factor.confirmTotp,
    beginPasskey: factor.beginPasskey,
    addPasskey: factor.addPasskey,
    rename: factor.rename,
    remove: factor.remove,
    passkeyOptions: confirmOptions,
    recoveryCodes: factor.recoveryCodes,
    reset: factor.reset,
  },
  Reference: { getData, saveData, deleteData },
  Report: { read: readReport, billing: readBilling },
  Audit: { names, timeline: recordTimeline, undo },
  Order: { move, assign, handoff, placed, ring, tick, shown, timeline, why },
  Print: { claim, begin, confirm, fail, request, dismiss, offer, offers },
  Chat: { users: chatUsers, find: findChat, colleagues: chatColleagues, assign: assignChat, upload: uploadChatFile },
  Customer: {
    code: customerCode,
    login: customerLogin,
    signout: customerSignout,
    pushKey,
    pushSubscribe: customerPushSubscribe,
    pushUnsubscribe: customerPushUnsubscribe,
    consent: customerConsent,
  },
  Mailing: { count: countMailing, test: testMailing, start: startMailing, pause, resume, stop, why: whyMailing },
  Push: { key: pushKey, subscribe, unsubscribe },
  Company: {
    Create: create,
    Delete: deleteCompany,
    TariffUp: tariffUp,
    cancelPayment,
    correct: correctBalance,
    invoice: readInvoice,
    refund: refundPayment,
    retryBilling,
  },
  Merchant: { newToken, pace: setAvailability },
  Geo: { getCity },
  Image: { save: saveImage, removeBackground, generate },
  Sound: { save: saveSound },
  Export: { ticket, Excel: excel },
  Config: { apply: applyConfiguration, changes: configurationChanges },
  Import: { begin: beginImport, rows: importRows, commit: commitImport, status: importStatus },
  Device: { pair, asking: pendingDevice, confirm: confirmDevice, refuse: rejectDevice },
  Translation: { translate },
  Token: { create: createToken, revoke: revokeToken },
  Webhook: { rotate: rotateSecret, test: testWebhook, replay: replayWebhook, events: webhookEvents },
}
