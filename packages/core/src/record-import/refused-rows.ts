import type { ImportPlanRow } from '@tiffin/sdk/contract'
import type { Translate } from '#i18n/create-i18n'
import type { RecordProcessor } from './record-processor.ts'

const reasonOf = ({ refusal }: ImportPlanRow, t: Translate): string => (refusal ? t.message(refusal.message, refusal.params) : '')

/** An .xlsx with the refused rows of the open file in their columns and the reason, ready to be corrected and imported. */
export async function writeRefused(
  processor: RecordProcessor,
  refused: readonly ImportPlanRow[],
  numberColumns: readonly number[],
  t: Translate,
): Promise<Uint8Array> {
  const [headings = [], ...texts] = await processor.rowTexts(
    refused.map(({ row }) => row),
    numberColumns,
  )
  const lines = texts.map((cells, index) => {
    const item = refused[index]
    return [...cells, item ? reasonOf(item, t) : '']
  })
  return processor.writeSheet([[...headings, t('Reason')], ...lines])
}

/** An .xlsx with the numbers of the refused rows and the reasons, if the file is no longer open. */
export function listRejected(processor: RecordProcessor, refused: readonly ImportPlanRow[], t: Translate): Promise<Uint8Array> {
  const lines = refused.map((item) => [String(item.row), item.refusal?.column ?? item.refusal?.field ?? '', reasonOf(item, t)])
  return processor.writeSheet([[t('Row in the file'), t('Column'), t('Reason')], ...lines])
}
