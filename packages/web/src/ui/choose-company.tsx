import { Box } from '@chakra-ui/react'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { localized } from '@tiffin/core/rules'
import { Building2 } from 'lucide-react'
import { useCompanies } from '../shell/use-companies.ts'
import { Button, NativeSelect } from './controls.ts'
import { PageMessage } from './page-message.tsx'

/** Shown if a page needs a company and none is chosen; choosing one opens the page (COMP-16). */
export function ChooseCompany() {
  const t = useTranslate()
  const { session } = useCore()
  const lang = useSelected(session.store, (state) => state.lang)
  const { companies, state, retry, choose } = useCompanies({ stay: true })
  if (state === 'failed')
    return (
      <PageMessage icon={Building2} title={t('Choose a company first')} testId="choose-company">
        <Box color="fg.muted">{t("Can't load the list")}</Box>
        <Button onClick={retry}>{t('Retry')}</Button>
      </PageMessage>
    )
  if (state === 'ready' && companies.length === 0)
    return (
      <PageMessage icon={Building2} title={t('No companies available')} testId="choose-company">
        <Box color="fg.muted">{t('Ask an administrator to give you access to a company.')}</Box>
        <Button onClick={retry}>{t('Refresh')}</Button>
      </PageMessage>
    )
  return (
    <PageMessage icon={Building2} title={t('Choose a company first')} testId="choose-company">
      <NativeSelect
        w="64"
        aria-label={t('Choose a company')}
        value=""
        disabled={state === 'loading'}
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
