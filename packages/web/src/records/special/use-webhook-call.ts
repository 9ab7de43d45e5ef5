import { isApiError } from '@tiffin/sdk/contract'
import { useCore } from '@tiffin/core/react'
import { useRecords } from '../records-context.ts'
import { useReload } from '../use-list.ts'

/** Runs a call of webhooks; an error is shown. */
export function useWebhookCall() {
  const { client, notices } = useCore()
  const { company } = useRecords()
  const reload = useReload()
  return async (run: (calls: typeof client.Webhook, scope: { company?: number }) => Promise<void>): Promise<void> => {
    try {
      await run(client.Webhook, company === undefined ? {} : { company })
      await reload()
    } catch (error) {
      if (!isApiError(error)) throw error
      notices.showSentence('negative', error)
    }
  }
}
