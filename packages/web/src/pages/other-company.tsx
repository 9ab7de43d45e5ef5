import { Box } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ApiError, apiError, isApiError, type SessionCompany } from '@tiffin/sdk/contract'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { localized } from '@tiffin/core/rules'
import { Building2 } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { companiesQuery } from '../shell/companies-query.ts'
import { Button } from '../ui/controls.ts'
import { PageMessage } from '../ui/page-message.tsx'

/** Shown for an address of a company other than the tab's current one: switch to it, if allowed, or stay. */
export function OtherCompany({ company, own }: { company: number; own: SessionCompany | null }) {
  const t = useTranslate()
  const { client, session, ports } = useCore()
  const { pathname } = useLocation()
  const lang = useSelected(session.store, (state) => state.lang)
  const { data: companies, isPending } = useQuery(companiesQuery(client))
  const [error, setError] = useState<ApiError | null>(null)

  function switchCompany(): void {
    // oxlint-disable-next-line react/hooks -- a function of the core, not a hook
    session.useCompany(company).catch((failure: unknown) => {
      ports.log("can't choose the company", failure)
      setError(isApiError(failure) ? failure : apiError('server_error'))
    })
  }
  if (isPending) return null
  const found = companies?.find(({ company_id }) => company_id === company)
  const name = found ? localized(found.name, lang) : `#${company}`
  const text = error ? t.message(error.message, error.params) : t('This link belongs to another company: %1', [name])
  return (
    <PageMessage icon={Building2} title={text} testId="other-company">
      <Box display="flex" flexWrap="wrap" justifyContent="center" gap="2">
        {own && (
          <Button asChild>
            <Link to={pathname}>{t('Stay in %1', [localized(own.name, lang)])}</Link>
          </Button>
        )}
        <Button variant="solid" onClick={switchCompany}>
          {t('Go to %1', [name])}
        </Button>
      </Box>
    </PageMessage>
  )
}
