import { recordNames, recordTimeline, undoChange } from './audit.ts'
import * as auth from './auth.ts'
import {
  assignChat,
  chatColleagues,
  chatUsers,
  customerCode,
  customerLogin,
  customerSignout,
  findChat,
  uploadChatFile,
} from './chat.ts'
import { pendingDevice, confirmDevice, pairDevice, rejectDevice } from './device.ts'
import { configurationApply, configurationChanges } from './configuration.ts'
import {
  cancelPayment,
  correctBalance,
  createCompany,
  deleteCompany,
  readInvoice,
  refundPayment,
  retryBilling,
  tariffUp,
} from './company.ts'
import * as factor from './factor.ts'
import { getCity } from './geo.ts'
import { generateImage, removeBackground, saveImage } from './image.ts'
import { importBegin, importCommit, importRows, importStatus } from './import.ts'
import { exportExcel, exportTicket } from './export.ts'
import { assign, handoff, move, placed, ring, shown, tick, timeline } from './order.ts'
import * as mailing from './mailing.ts'
import { newToken, setAvailability } from './merchant.ts'
import * as print from './print.ts'
import * as push from './push.ts'
import { deleteData, getData, saveData } from './reference.ts'
import { read as readReport, readBilling } from './report.ts'
import { saveSound } from './sound.ts'
import { createToken, revokeToken } from './token.ts'
import { translate } from './translation.ts'
import { listenWebhook, replayWebhook, rotateWebhook, testWebhook } from './webhook.ts'
import { why } from './why.ts'

/** Every call, by the API and method names on the wire. */
export const calls = {
  Auth: {
    getLang: auth.getLang,
    Login: auth.login,
    checkAuth: auth.checkAuth,
    SignOut: auth.signOut,
    Update: auth.update,
    Password: auth.password,
    Registration: auth.registration,
    RepairPassword: auth.repairPassword,
    Link: auth.link,
    UseLink: auth.useLink,
    Phone: auth.phone,
    Pin: auth.pin,
    Verify: auth.verify,
    Sessions: auth.sessions,
    EndSession: auth.endSession,
    SignInCode: auth.signInCode,
    PendingSignIn: auth.pendingSignIn,
    AnswerSignIn: auth.answerSignIn,
    SecondFactor: factor.secondFactor,
    PasskeyOptions: factor.passkeyOptions,
    Passkey: factor.passkeySignIn,
  },
  Factor: {
    list: factor.listFactors,
    setUpTotp: factor.setUpTotp,
    confirmTotp: factor.confirmTotp,
    beginPasskey: factor.beginPasskey,
    addPasskey: factor.addPasskey,
    rename: factor.renamePasskey,
    passkeyOptions: factor.confirmOptions,
    remove: factor.removeFactor,
    recoveryCodes: factor.newRecoveryCodes,
    reset: factor.resetFactors,
  },
  Reference: { getData, saveData, deleteData },
  Report: { read: readReport, billing: readBilling },
  Audit: { names: recordNames, timeline: recordTimeline, undo: undoChange },
  Order: { move, assign, handoff, placed, ring, tick, shown, timeline, why },
  Print: {
    claim: print.claim,
    begin: print.begin,
    confirm: print.confirm,
    fail: print.fail,
    request: print.request,
    dismiss: print.dismiss,
    offer: print.offer,
    offers: print.offers,
  },
  Chat: { users: chatUsers, find: findChat, colleagues: chatColleagues, assign: assignChat, upload: uploadChatFile },
  Customer: {
    code: customerCode,
    login: customerLogin,
    signout: customerSignout,
    pushKey: push.customerPushKey,
    pushSubscribe: push.customerPushSubscribe,
    pushUnsubscribe: push.customerPushUnsubscribe,
    consent: push.customerConsent,
  },
  Mailing: {
    count: mailing.countMailing,
    test: mailing.testMailing,
    start: mailing.startMailing,
    pause: mailing.pauseMailing,
    resume: mailing.resumeMailing,
    stop: mailing.stopMailing,
    why: mailing.whyMailing,
  },
  Push: { key: push.pushKey, subscribe: push.pushSubscribe, unsubscribe: push.pushUnsubscribe },
  Company: {
    Create: createCompany,
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
  Export: { ticket: exportTicket, Excel: exportExcel },
  Image: { save: saveImage, removeBackground, generate: generateImage },
  Sound: { save: saveSound },
  Config: { apply: configurationApply, changes: configurationChanges },
  Import: { begin: importBegin, rows: importRows, commit: importCommit, status: importStatus },
  Device: { pair: pairDevice, asking: pendingDevice, confirm: confirmDevice, refuse: rejectDevice },
  Translation: { translate },
  Token: { create: createToken, revoke: revokeToken },
  Webhook: { rotate: rotateWebhook, test: testWebhook, replay: replayWebhook, events: listenWebhook },
} as const
export type Calls = typeof calls
export type Api = keyof Calls
