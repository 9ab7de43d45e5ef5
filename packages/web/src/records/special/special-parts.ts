import type { ComponentType } from 'react'
import type { Row } from '@tiffin/core/screens'
import type { NoteProps } from './note-props.ts'
import type { EditorState } from '../editor/use-editor.ts'
import { OrderMain, OrderPrice } from '../order-parts.tsx'
import { DictionaryTools, MayEditLanguage } from './dictionary-languages.tsx'
import { OpenWebApp, ReportNote, UndoAudit, WebhookTools, WorkflowProblems } from '../rare-parts.ts'
import { MerchantTools } from './merchant-tools.tsx'
import { PaymentInfo } from './payment-info.tsx'
import { SendAgain } from './send-again.tsx'
import { SelectCompany, SwitchCompany } from './switch-company.tsx'
import { TranslateRow } from './translate-row.tsx'

interface SpecialParts {
  /** Above the list. */
  note?: ComponentType<NoteProps>
  /** Beside the filters of the list. */
  toolbar?: ComponentType
  /** At the end of each row. */
  rowAction?: ComponentType<{ row: Row; title: string; onOpen: () => void }>
  /** Among the editor's buttons. */
  editorActions?: ComponentType<{ editor: EditorState }>
  /** Shown instead of the fields of a tab, by its name. */
  tabs?: Readonly<Record<string, ComponentType<{ editor: EditorState }>>>
  /** Above the other parts at the side of the fields. */
  side?: ComponentType<{ editor: EditorState }>
}

/** Extra parts of individual screens, by screen name. */
export const specialParts: Readonly<Record<string, SpecialParts | undefined>> = {
  audit: { editorActions: UndoAudit },
  company: { rowAction: SwitchCompany },
  dictionary: { toolbar: DictionaryTools, editorActions: TranslateRow },
  merchant: { toolbar: MerchantTools, editorActions: OpenWebApp },
  'merchants of all companies': { rowAction: SelectCompany, editorActions: OpenWebApp },
  payment: { rowAction: PaymentInfo },
  'orders report': { note: ReportNote },
  orders: { tabs: { Main: OrderMain }, side: OrderPrice },
  order_status: { note: WorkflowProblems },
  global_lang: { rowAction: MayEditLanguage },
  webhook: { editorActions: WebhookTools },
  webhook_delivery: { rowAction: SendAgain },
}
