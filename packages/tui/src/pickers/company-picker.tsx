import { useEffect, useState } from 'react'
import { type CompanyChoice, failureSentence, readCompanies, switchCompany } from '@tiffin/core'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { localized, type Problem } from '@tiffin/core/rules'
import { sanitize } from '../theme/text.ts'
import { ListPicker } from './list-picker.tsx'

/** In a kitchen, no one may be there to press a key when the server is back. */
const RETRY_MS = 5000

/**
 * The companies that the user can act for; the chosen one becomes the default for the next sign-in (COMP-16,
 * COMP-17).
 */
export function CompanyPicker({
  height,
  onChosen,
  onBack,
  onQuit,
}: {
  height: number
  onChosen: () => void
  onBack: () => void
  onQuit: () => void
}) {
  const core = useCore()
  const { board, client, session, notices, i18n, ports } = core
  const t = useTranslate()
  const now = useSelected(session.store, (state) => state.user?.company?.company_id)
  const [companies, setCompanies] = useState<readonly CompanyChoice[]>()
  const [failure, setFailure] = useState<Problem>()

  useEffect(() => {
    if (companies) return undefined
    let gone = false
    let stopWaiting = (): void => {}
    const read = (): void => {
      readCompanies(client)
        .then((found) => !gone && setCompanies(found))
        .catch((error: unknown) => {
          ports.log("can't read the companies", error)
          if (gone) return
          setFailure(failureSentence(error, board.store.getState()))
          stopWaiting = ports.clock.after(RETRY_MS, read)
        })
    }
    read()
    return () => {
      gone = true
      stopWaiting()
    }
  }, [board, client, companies, ports])

  const choose = (company: number): void => {
    switchCompany(core, company).catch((error: unknown) => {
      ports.log("can't choose the company", error)
      notices.showSentence('negative', failureSentence(error, board.store.getState()))
    })
  }
  const choices = (companies ?? []).map(({ company_id, name }) => ({
    key: company_id,
    label: sanitize(localized(name, i18n.lang())) || `#${company_id}`,
    remark: company_id === now ? t('selected') : '',
    value: company_id,
  }))
  return (
    <ListPicker
      // The list starts at the current company, which is known once loaded.
      key={String(companies === undefined)}
      place="list"
      title={t('Choose a company')}
      empty={companies === undefined ? t.sentence(failure ?? { text: 'Loading…' }) : t('No companies available')}
      height={height}
      choices={choices}
      initial={Math.max(
        0,
        choices.findIndex(({ value }) => value === now),
      )}
      onCommand={(command, choice) => {
        if (command === 'quit') return onQuit()
        if (command === 'back' || !choice) return onBack()
        if (choice.value !== now) choose(choice.value)
        onChosen()
      }}
    />
  )
}
