import type { ComponentType } from 'react'
import type { NoteProps, RowActionProps } from './note-props.ts'
import type { EditorState } from '../editor/use-editor.ts'
import { AudienceTab, SendingTab } from '../lazy-mailing.ts'
import { OrderMain, OrderPrice } from '../lazy-order-inputs.tsx'
import { DictionaryTools, MayEditLanguage } from './dictionary-languages.tsx'
import {
  Invitations,
  OpenWebApp,
  PaymentDetail,
  RefundEditorAction,
  ReportNote,
  ResetFactors,
  UndoAudit,
  WebhookTools,
  WorkflowProblems,
} from '../rare-components.ts'
import { MerchantTools } from './merchant-tools.tsx'
import { PaymentInfo } from './payment-info.tsx'
import { SendAgain } from './send-again.tsx'
import { SelectCompany, SwitchCompany } from './switch-company.tsx'
import { TranslateRow } from './translate-row.tsx'
import { WhyMessage } from './why-message.tsx'

interface SpecialParts {
  /** Above the list. */
  note?: ComponentType<NoteProps>
  /** Beside the filters of the list. */
  toolbar?: ComponentType
  /** At the end of each row. */
  rowAction?: ComponentType<RowActionProps>
  /** Among the editor's buttons. */
  editorActions?: ComponentType<{ editor: EditorState }>
  /** Shown instead of the fields of a tab, by its name. */
  tabs?: Readonly<Record<string, ComponentType<{ editor: EditorState }>>>
  /** Above the other parts at the side of the fields. */
  side?: ComponentType<{ editor: EditorState }>
}

/** Extra parts of individual screens, by screen name. */
export const specialComponents: Readonly<Record<string, SpecialParts | undefined>> = {
  admin: { editorActions: ResetFactors },
  audit: { editorActions: UndoAudit },
  company: { rowAction: SwitchCompany },
  mailing: { tabs: { Audience: AudienceTab, Sending: SendingTab } },
  message: { rowAction: WhyMessage },
  dictionary: { toolbar: DictionaryTools, editorActions: TranslateRow },
  merchant: { toolbar: MerchantTools, editorActions: OpenWebApp },
  'merchants of all companies': { rowAction: SelectCompany, editorActions: OpenWebApp },
  'people of a company': { note: Invitations, editorActions: ResetFactors },
  payment: { rowAction: PaymentInfo, editorActions: RefundEditorAction },
  'payment history': { rowAction: PaymentInfo, tabs: { Main: PaymentDetail } },
  'orders report': { note: ReportNote },
  orders: { tabs: { Main: OrderMain }, side: OrderPrice },
  order_status: { note: WorkflowProblems },
  global_lang: { rowAction: MayEditLanguage },
  webhook: { editorActions: WebhookTools },
  webhook_delivery: { rowAction: SendAgain },
}
