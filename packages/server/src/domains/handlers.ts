import type { Handlers } from '#server/context'
import { names } from './history/names.ts'
import { timeline as recordTimeline } from '#domains/history/timeline'
import { undo } from '#domains/history/undo'
import { getLang } from '#domains/dictionary/get-lang'
import { login } from '#domains/people/login'
import { checkAuth, password, signOut, update } from '#domains/people/session'
import { create as createToken } from '#domains/people/create-token'
import { revoke as revokeToken } from '#domains/people/revoke-token'
import { create } from '#domains/companies/create'
import { apply as applyConfiguration } from '#domains/configuration/apply'
import { changes as configurationChanges } from '#domains/configuration/changes'
import { deleteCompany } from '#domains/companies/delete'
import { asking } from '#domains/devices/asking'
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
import { save as saveSound } from '#domains/pictures/sound'
import { translate } from '#domains/dictionary/translate'
import { events as webhookEvents } from '#domains/webhooks/events'
import { replay as replayWebhook } from '#domains/webhooks/replay'
import { rotate as rotateWebhook } from '#domains/webhooks/rotate'
import { test as testWebhook } from '#domains/webhooks/send-test'

/** The handler of each call; calls without one answer `not_available_yet`. */
export const handlers: Handlers = {
  Auth: { getLang, Login: login, checkAuth, SignOut: signOut, Update: update, Password: password },
  Reference: { getData, saveData, deleteData },
  Report: { read: readReport },
  Audit: { names, timeline: recordTimeline, undo },
  Order: { move, assign, handoff, placed, ring, tick, shown, timeline, why },
  Print: { claim, begin, confirm, fail, request, dismiss, offer, offers },
  Company: { Create: create, Delete: deleteCompany },
  Merchant: { newToken, pace: setAvailability },
  Geo: { getCity },
  Image: { save: saveImage, removeBackground, generate },
  Sound: { save: saveSound },
  Export: { ticket, Excel: excel },
  Config: { apply: applyConfiguration, changes: configurationChanges },
  Import: { begin: beginImport, rows: importRows, commit: commitImport, status: importStatus },
  Device: { pair, asking, confirm: confirmDevice, refuse: rejectDevice },
  Translation: { translate },
  Token: { create: createToken, revoke: revokeToken },
  Webhook: { rotate: rotateWebhook, test: testWebhook, replay: replayWebhook, events: webhookEvents },
}
