import { useEffect, useState } from 'react'
import { type CompanyChoice, readCompanies, switchCompany } from '@tiffin/core'
import { isApiError } from '@tiffin/sdk/contract'
import { useCore } from '@tiffin/core/react'
import { useNavigate } from 'react-router'
import { homePath } from '../home-path.ts'
import { useAskToLeave } from '../ui/use-unsaved.ts'

/** The companies that the person may choose, and the choosing (COMP-16 to 20). */
export function useCompanies(): { companies: readonly CompanyChoice[]; choose: (company: number) => void } {
  const { client, ports } = useCore()
  const choose = useChooseCompany()
  const [companies, setCompanies] = useState<readonly CompanyChoice[]>([])

  useEffect(() => {
    let current = true
    readCompanies(client)
      .then((list) => current && setCompanies(list))
      .catch((error: unknown) => ports.log('the companies could not be loaded', error))
    return () => {
      current = false
    }
  }, [client, ports])

  return { companies, choose }
}

/** Makes this tab act for a company and begins there (COMP-17 to 20). */
export function useChooseCompany(): (company: number) => void {
  const core = useCore()
  const { session, notices } = core
  const navigate = useNavigate()
  const askToLeave = useAskToLeave()
  async function choose(company: number): Promise<void> {
    try {
      if (!(await switchCompany(core, company))) return
      notices.show('positive', 'Company selected')
      const { user } = session.store.getState()
      if (user) await navigate(homePath(user))
    } catch (error) {
      if (!isApiError(error)) throw error
      notices.show('negative', error.message, { params: error.params })
    }
  }
  return (company) => askToLeave(() => void choose(company))
}
