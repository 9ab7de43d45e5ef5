import { recordNames, recordTimeline, undoChange } from './audit.ts'
import * as auth from './auth.ts'
import { pendingDevice, confirmDevice, pairDevice, rejectDevice } from './device.ts'
import { configurationApply, configurationChanges } from './configuration.ts'
import { createCompany, deleteCompany, tariffUp } from './company.ts'
import { getCity } from './geo.ts'
import { generateImage, removeBackground, saveImage } from './image.ts'
import { importBegin, importCommit, importRows, importStatus } from './import.ts'
import { exportExcel, exportTicket } from './export.ts'
import { assign, handoff, move, placed, ring, shown, tick, timeline } from './order.ts'
import { newToken, setAvailability } from './merchant.ts'
import * as print from './print.ts'
import { deleteData, getData, saveData } from './reference.ts'
import { read as readReport } from './report.ts'
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
    Pin: auth.pin,
  },
  Reference: { getData, saveData, deleteData },
  Report: { read: readReport },
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
  Company: { Create: createCompany, Delete: deleteCompany, TariffUp: tariffUp },
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
