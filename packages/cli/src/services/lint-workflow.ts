import { lintWorkflow, localized } from '@tiffin/core/rules'
import type { Connection } from '../connection.ts'
import { exitCodes } from '../failure.ts'
import type { Call } from '../call.ts'
import type { Result } from '../results/result.ts'
import { readStatuses } from './find-status.ts'

/** Problems in the order statuses of the company; exits with 1 if there are any (MOON-09). */
export async function lintStatuses(connection: Connection, { t, lang }: Pick<Call<object>, 't' | 'lang'>): Promise<Result> {
  const statuses = await readStatuses(connection)
  const nameOf = (key: number | null): string =>
    localized(statuses.find((status) => status.order_status_id === key)?.value, lang) || String(key ?? '')
  const rows = lintWorkflow(statuses).map(({ code, status, other, wrong, fix }) => ({
    code,
    order_status_id: status,
    problem: t.sentence(wrong(nameOf(status), nameOf(other))),
    fix: t(fix),
  }))
  const remark = rows.length === 0 ? t('No workflow problems') : t('%1 workflow problems', [rows.length])
  return { rows, columns: ['problem', 'fix'], remarks: [remark], exit: rows.length === 0 ? exitCodes.done : exitCodes.failed }
}
