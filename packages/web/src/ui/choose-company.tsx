import { isApiError } from '@tiffin/sdk/contract'
import { switchCompany } from '@tiffin/core'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { localized } from '@tiffin/core/rules'
import { useCompanies } from '../shell/use-companies.ts'
import { NativeSelect } from './controls.ts'
import { PageMessage } from './page-message.tsx'

/** Stands where a page needs a company and none is chosen: with the choice the page opens (COMP-16). */
export function ChooseCompany() {
  const t = useTranslate()
  const core = useCore()
  const { session, notices } = core
  const lang = useSelected(session.store, (state) => state.lang)
  const { companies } = useCompanies()
  const choose = (company: number): void => {
    switchCompany(core, company).catch((error: unknown) => {
      if (!isApiError(error)) throw error
      notices.show('negative', error.message, { params: error.params })
    })
  }
  return (
    <PageMessage icon="company" title={t('Choose a company first')} testId="choose-company">
      <NativeSelect
        w="64"
        aria-label={t('Choose a company')}
        value=""
        disabled={companies.length === 0}
        onChange={(event) => choose(Number(event.target.value))}
      >
        <option value="" disabled>
          {t('Choose a company')}
        </option>
        {companies.map(({ company_id, name }) => (
          <option key={company_id} value={company_id}>
            {localized(name, lang) || `#${company_id}`}
          </option>
        ))}
      </NativeSelect>
    </PageMessage>
  )
}
