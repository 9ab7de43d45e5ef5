import type { ConfigurationPlan, ConfigurationProblem } from '@tiffin/core/configuration'
import { refusalOf } from '@tiffin/core/screens'
import { type ApiError, isApiError } from '@tiffin/sdk/contract'
import type { Call } from '../call.ts'
import type { Connection } from '../connection.ts'

/** Lets the server check the plan, and returns its errors with the lines of the file. */
export async function serverProblems(
  call: Pick<Call<object>, 't' | 'lang'>,
  { client }: Connection,
  plan: ConfigurationPlan,
): Promise<ConfigurationProblem[]> {
  try {
    await client.Config.apply({ ...plan.apply, rehearse: true }, { retryWrites: true, timeoutMs: 120_000 })
    return []
  } catch (error) {
    if (!isApiError(error)) throw error
    const refused = error.refused ?? [error]
    if (refused.some(({ row, code }) => row === undefined || code === 'plan_outdated')) throw error
    return refused.map((item) => problemOf(item, plan, call))
  }
}

function problemOf(
  error: ApiError,
  { apply, lines }: ConfigurationPlan,
  { t, lang }: Pick<Call<object>, 't' | 'lang'>,
): ConfigurationProblem {
  const sent = [...apply.rows, ...apply.remove][error.row ?? -1]
  const line = lines.find(({ table, id }) => table === sent?.table && id === sent.id)
  return {
    code: error.code,
    line: line?.line ?? 0,
    sentence: refusalOf(error, t, lang),
    ...(line ? { table: line.table, name: line.name } : {}),
    ...(error.field === undefined ? {} : { field: error.field }),
  }
}
