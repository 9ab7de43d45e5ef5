import { useQuery } from '@tanstack/react-query'
import { type CompanyChoice, switchCompany } from '@tiffin/core'
import { isApiError } from '@tiffin/sdk/contract'
import { useCore } from '@tiffin/core/react'
import { useNavigate } from 'react-router'
import { homePath } from '../home-path.ts'
import { useAskToLeave } from '../ui/use-unsaved.ts'
import { companiesQuery } from './companies-query.ts'

const none: readonly CompanyChoice[] = []

interface Companies {
  /** Empty until loaded. */
  companies: readonly CompanyChoice[]
  state: 'loading' | 'failed' | 'ready'
  retry: () => void
  choose: (company: number) => void
}

/** The companies that the user can choose, and a function that switches (COMP-16 to 20). */
export function useCompanies(options?: ChooseOptions): Companies {
  const { client } = useCore()
  const choose = useChooseCompany(options)
  const { data, isFetching, refetch } = useQuery(companiesQuery(client))
  return {
    companies: data ?? none,
    state: data ? 'ready' : isFetching ? 'loading' : 'failed',
    retry: () => void refetch(),
    choose,
  }
}

interface ChooseOptions {
  /** Stays on the page, which waits for a company. */
  stay?: boolean
}

/** Makes this tab act for a company and opens its start page (COMP-17 to 20). */
export function useChooseCompany({ stay = false }: ChooseOptions = {}): (company: number) => void {
  const core = useCore()
  const { session, notices } = core
  const navigate = useNavigate()
  const askToLeave = useAskToLeave()
  async function choose(company: number): Promise<void> {
    try {
      if (!(await switchCompany(core, company))) return
      notices.show('positive', 'Company selected')
      const { user } = session.store.getState()
      if (user && !stay) await navigate(homePath(user))
    } catch (error) {
      if (!isApiError(error)) throw error
      notices.showSentence('negative', error)
    }
  }
  return (company) => askToLeave(() => void choose(company))
}
