import type { Handlers } from '../context.ts'
import { timeline as recordTimeline } from './audit/timeline.ts'
import { undo } from './audit/undo.ts'
import { getLang } from './auth/get-lang.ts'
import { login } from './auth/login.ts'
import { checkAuth, password, signOut, update } from './auth/session.ts'
import { create } from './company/create.ts'
import { deleteCompany } from './company/delete.ts'
import { asking } from './device/asking.ts'
import { confirm as confirmDevice } from './device/confirm.ts'
import { pair } from './device/pair.ts'
import { refuse as refuseDevice } from './device/refuse.ts'
import { generate, removeBackground, save as saveImage } from './image.ts'
import { excel } from './export/excel.ts'
import { ticket } from './export/ticket.ts'
import { newToken } from './merchant/new-token.ts'
import { assign } from './order/assign.ts'
import { move } from './order/move.ts'
import { shown } from './order/shown.ts'
import { tick } from './order/tick.ts'
import { timeline } from './order/timeline.ts'
import { deleteData } from './reference/delete-data.ts'
import { getData } from './reference/get-data.ts'
import { saveData } from './reference/save-data.ts'
import { claim } from './print/claim.ts'
import { offer, offers } from './print/offers.ts'
import { begin, confirm, dismiss, fail, request } from './print/print.ts'
import { save as saveSound } from './sound.ts'
import { translate } from './translation/translate.ts'

/** What answers each call; those missing here answer `not_available_yet`. */
export const handlers: Handlers = {
  Auth: { getLang, Login: login, checkAuth, SignOut: signOut, Update: update, Password: password },
  Reference: { getData, saveData, deleteData },
  Audit: { timeline: recordTimeline, undo },
  Order: { move, assign, tick, shown, timeline },
  Print: { claim, begin, confirm, fail, request, dismiss, offer, offers },
  Company: { Create: create, Delete: deleteCompany },
  Merchant: { newToken },
  Image: { save: saveImage, removeBackground, generate },
  Sound: { save: saveSound },
  Export: { ticket, Excel: excel },
  Device: { pair, asking, confirm: confirmDevice, refuse: refuseDevice },
  Translation: { translate },
}
