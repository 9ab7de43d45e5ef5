import { useCallback, useEffect, useState } from 'react'
import { type CompanyChoice, readCompanies, switchCompany } from '@tiffin/core'
import { isApiError } from '@tiffin/sdk/contract'
import { useCore } from '@tiffin/core/react'
import { useNavigate } from 'react-router'
import { homePath } from '../home-path.ts'
import { useAskToLeave } from '../ui/use-unsaved.ts'

interface Companies {
  /** None until they are read. */
  companies: readonly CompanyChoice[]
  state: 'loading' | 'failed' | 'ready'
  retry: () => void
  choose: (company: number) => void
}

/** The companies that the person may choose, and the choosing (COMP-16 to 20). */
export function useCompanies(options?: ChooseOptions): Companies {
  const { client, ports } = useCore()
  const choose = useChooseCompany(options)
  const [read, setRead] = useState<Pick<Companies, 'companies' | 'state'>>({ companies: [], state: 'loading' })
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    let current = true
    readCompanies(client)
      .then((companies) => current && setRead({ companies, state: 'ready' }))
      .catch((error: unknown) => {
        ports.log('the companies could not be loaded', error)
        if (current) setRead({ companies: [], state: 'failed' })
      })
    return () => {
      current = false
    }
  }, [client, ports, attempt])

  const retry = useCallback(() => {
    setRead({ companies: [], state: 'loading' })
    setAttempt((count) => count + 1)
  }, [])
  return { ...read, retry, choose }
}

interface ChooseOptions {
  /** Stays on the page, which waits for a company. */
  stay?: boolean
}

/** Makes this tab act for a company and begins there (COMP-17 to 20). */
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
      notices.tell('negative', error)
    }
  }
  return (company) => askToLeave(() => void choose(company))
}
