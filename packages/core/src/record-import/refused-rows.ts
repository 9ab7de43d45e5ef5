import type { ImportPlanRow } from '@tiffin/sdk/contract'
import type { Translate } from '#i18n/create-i18n'
import type { RecordDesk } from './record-desk.ts'

const reasonOf = ({ refusal }: ImportPlanRow, t: Translate): string => (refusal ? t.message(refusal.message, refusal.params) : '')

/** An .xlsx with the refused rows of the open file in their columns and the reason, ready to be corrected and imported. */
export async function writeRefused(desk: RecordDesk, refused: readonly ImportPlanRow[], t: Translate): Promise<Uint8Array> {
  const [headings = [], ...texts] = await desk.rowTexts(refused.map(({ row }) => row))
  const lines = texts.map((cells, index) => {
    const one = refused[index]
    return [...cells, one ? reasonOf(one, t) : '']
  })
  return desk.writeSheet([[...headings, t('Reason')], ...lines])
}

/** An .xlsx with the numbers of the refused rows and the reasons, if the file is no longer open. */
export function listRefused(desk: RecordDesk, refused: readonly ImportPlanRow[], t: Translate): Promise<Uint8Array> {
  const lines = refused.map((one) => [String(one.row), one.refusal?.column ?? one.refusal?.field ?? '', reasonOf(one, t)])
  return desk.writeSheet([[t('Row in the file'), t('Column'), t('Reason')], ...lines])
}
