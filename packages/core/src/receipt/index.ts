export { type Bitmap, createBitmap, isBlack, type RasterLine, type RasterStyle, setPixel } from './bitmap.ts'
export { type CartChanges, cartChanges, readCartChanges } from './cart-changes.ts'
export { cellWidth } from './cell-width.ts'
export { cleanText } from './clean-text.ts'
export { layoutJob } from './layout-job.ts'
export { layoutKitchenTicket } from './layout-kitchen-ticket.ts'
export { layoutReceipt } from './layout-receipt.ts'
export {
  isPrinterError,
  printerObstacle,
  type PageSize,
  pageSizes,
  type PrinterError,
  printerError,
  type PrinterErrorCode,
  printerErrors,
  type PrinterStatus,
  type PrinterTransport,
  throwIfStopped,
  type SendOptions,
  shortErrorText,
  unknownStatus,
} from './printer.ts'
export { type CodePage, printerFamilies, type PrinterFamily, type PrinterProfile, printerProfile } from './printer-profile.ts'
export { needsRaster, renderEscpos } from './render-escpos.ts'
export { type HtmlOptions, renderHtml } from './render-html.ts'
export { renderText } from './render-text.ts'
export { type PaperColumns, paperColumns, type Segment, type TicketLine } from './ticket-line.ts'
export { layoutTestPage } from './layout-test-page.ts'
export { type Seller, type TicketItem, type TicketOptions, type TicketOrder } from './ticket-order.ts'
