import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openConsole, openTab, row } from '../test/open-console.tsx'
import { owner, platform } from '../test/people.ts'

const ida = { admin_id: 7, login: 'ida@example.com', name: 'Ida', surname: 'Brandt', company_role: 2, own_account: 1 }
const cook = { admin_id: 8, login: 'cook', name: 'Cook', company_role: 2, own_account: 0 }
const rows = { company: [{ name: { en: 'Alpha' } }], admin: [ida, cook] }
const why = page.getByTestId('own-sign-in')
/** In the editor of the person, which lies over the company's. */
const input = (name: string) => page.getByTestId('record-editor').last().css(`[data-field=${name}] input`).first()

it('an owner reads why they cannot change how a person with their own account signs in', async () => {
  await openConsole('/Company/Settings?tab=Users', { rows, user: owner() })
  await row(7).click()
  for (const name of ['login', 'phone', 'email']) await expect.element(input(name)).toBeDisabled()
  await expect.element(input('name')).toBeEnabled()
  await expect.element(why).toHaveTextContent('Ida Brandt manages their own sign-in')
  const person = page.getByTestId('record-editor').last()
  await person.getByRole('tab', { name: 'Security' }).click()
  await expect.element(input('password')).toBeDisabled()
  await expect.element(why.last()).toHaveTextContent('Ida Brandt manages their own sign-in')
})

it('an owner changes the sign-in of a person whose account the company created', async () => {
  await openConsole('/Company/Settings?tab=Users', { rows, user: owner() })
  await row(8).click()
  await expect.element(input('login')).toBeEnabled()
  await expect.element(why).not.toBeInTheDocument()
})

it('the platform changes how anybody signs in', async () => {
  await openConsole('/Administrator/Administrator?id=7', { rows, user: platform() })
  await openTab('Security')
  await expect.element(input('password')).toBeEnabled()
  await expect.element(why).not.toBeInTheDocument()
})
