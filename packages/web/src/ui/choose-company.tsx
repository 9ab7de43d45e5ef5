import { Box } from '@chakra-ui/react'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { localized } from '@tiffin/core/rules'
import { Building2 } from 'lucide-react'
import { useCommandScopes } from '../keys/command-scopes.ts'
import { useCompanies } from '../shell/use-companies.ts'
import { Button, NativeSelect } from './controls.ts'
import { PageMessage } from './page-message.tsx'

/** Shown if a page needs a company and none is chosen; choosing one opens the page (COMP-16). */
export function ChooseCompany() {
  const t = useTranslate()
  const { session } = useCore()
  const lang = useSelected(session.store, (state) => state.lang)
  const { createCompany } = useCommandScopes()
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
        <Box color="fg.muted">
          {t('To create a company, choose its name and tariff. To work in an existing one, ask its owner for access.')}
        </Box>
        <Box display="flex" flexWrap="wrap" justifyContent="center" gap="2">
          <Button onClick={retry}>{t('Refresh')}</Button>
          <Button variant="solid" onClick={createCompany}>
            {t('Create company')}
          </Button>
        </Box>
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
