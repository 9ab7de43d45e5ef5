import { Box } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { type CompanyChoice, readCompanies } from '@tiffin/core'
import { type ApiError, apiError, isApiError, type SessionCompany } from '@tiffin/sdk/contract'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { localized } from '@tiffin/core/rules'
import { Link, useLocation } from 'react-router'
import { Button } from '../ui/controls.ts'
import { PageMessage } from '../ui/page-message.tsx'

/** An address of another company than this tab acts for: the tab goes there or stays, as the person wants and may. */
export function OtherCompany({ company, own }: { company: number; own: SessionCompany | null }) {
  const t = useTranslate()
  const { client, session, ports } = useCore()
  const { pathname } = useLocation()
  const lang = useSelected(session.store, (state) => state.lang)
  const [companies, setCompanies] = useState<readonly CompanyChoice[] | null>(null)
  const [error, setError] = useState<ApiError | null>(null)

  useEffect(() => {
    let current = true
    readCompanies(client)
      .then((list) => current && setCompanies(list))
      .catch((failure: unknown) => {
        ports.log('the companies could not be loaded', failure)
        if (current) setCompanies([])
      })
    return () => {
      current = false
    }
  }, [client, ports])

  function goThere(): void {
    // oxlint-disable-next-line react/hooks -- a function of the core, not a hook
    session.useCompany(company).catch((failure: unknown) => {
      ports.log('the company could not be chosen', failure)
      setError(isApiError(failure) ? failure : apiError('server_error'))
    })
  }
  if (!companies) return null
  const found = companies.find(({ company_id }) => company_id === company)
  const name = found ? localized(found.name, lang) : `#${company}`
  const text = error ? t.message(error.message, error.params) : t('This link belongs to another company: %1', [name])
  return (
    <PageMessage icon="company" title={text} testId="other-company">
      <Box display="flex" flexWrap="wrap" justifyContent="center" gap="2">
        {own && (
          <Button asChild>
            <Link to={pathname}>{t('Stay in %1', [localized(own.name, lang)])}</Link>
          </Button>
        )}
        <Button variant="solid" onClick={goThere}>
          {t('Go to %1', [name])}
        </Button>
      </Box>
    </PageMessage>
  )
}
