import { useState } from 'react'
import { isApiError } from '@tiffin/sdk/contract'
import { useCore, useTranslate } from '@tiffin/core/react'
import { Button } from '../ui/controls.ts'
import { Icon } from '../ui/icon.tsx'
import { saveAsFile } from '../ui/save-as-file.ts'
import { useImport } from './import-context.ts'

/** Downloads the refused rows with their reasons, ready to be corrected and imported. */
export function RefusedRows() {
  const t = useTranslate()
  const { imported, state } = useImport()
  const { notices } = useCore()
  const [isBusy, setBusy] = useState(false)
  async function download(): Promise<void> {
    setBusy(true)
    try {
      const name = (state.file ?? state.table).replace(/\.[^.]*$/, '')
      saveAsFile(`${name} - ${t('rejected rows')}.xlsx`, new Blob([(await imported.refusedRows()) as Uint8Array<ArrayBuffer>]))
    } catch (error) {
      if (!isApiError(error)) throw error
      notices.showSentence('negative', error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button disabled={isBusy} onClick={() => void download()}>
      <Icon name="download" />
      {t('Download rejected rows')}
    </Button>
  )
}
