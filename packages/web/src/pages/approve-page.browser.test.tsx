import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { type FakeServer, refusal } from '../test/fake-server.ts'
import { expectUrl, openConsole, press } from '../test/open-console.tsx'

const CODE = 'K7QX-3MTA'
const request = page.getByTestId('approve')
const result = page.getByTestId('pair-result')
const password = page.getByLabelText('Current password')
const button = (name: string) => page.getByRole('button', { name, exact: true })

let server: FakeServer
const answered = () => server.seen.filter(({ call }) => call === 'Auth.AnswerSignIn').map(({ data }) => data)
async function open(path: string): Promise<void> {
  server = await openConsole(path)
  server.on('Auth.PendingSignIn', ({ code }) =>
    code === CODE
      ? { data: { status: 'OK', code: CODE, name: 'build-7', network: '192.0.2.7' } }
      : refusal('pairing_code_unknown', { error: 'The code is incorrect or has expired' }),
  )
  server.on('Auth.AnswerSignIn', ({ approve, current }) =>
    approve === true && current !== 'tiffin-demo'
      ? refusal('wrong_password', { field: 'current', error: 'Current password is incorrect' })
      : { data: { status: 'OK' } },
  )
}

it('a command is approved only by its user’s password, after its machine, network and code were shown', async () => {
  await open(`/approve?code=${CODE}`)
  await expect.element(request).toMatchTextContent('Is this you? A command wants to sign in as owner.')
  for (const shown of [CODE, 'build-7', '192.0.2.7']) await expect.element(request).toMatchTextContent(shown)
  expect(answered()).toEqual([])
  await press(password, 'not-it{Enter}')
  await expect.element(request.getByRole('alert')).toHaveTextContent('Current password is incorrect')
  await expect.element(result).not.toBeInTheDocument()
  await password.fill('tiffin-demo')
  await button('Approve').click()
  await expect.element(result).toHaveTextContent('Approved. The command is signed in; you can close this page.')
  expect(answered()).toEqual([
    { code: CODE, approve: true, current: 'not-it' },
    { code: CODE, approve: true, current: 'tiffin-demo' },
  ])
})

it('a command is rejected without a password', async () => {
  await open(`/approve?code=${CODE}`)
  await button('Reject').click()
  await expect.element(result).toHaveTextContent('Rejected. The command was not signed in.')
  expect(answered()).toEqual([{ code: CODE, approve: false }])
})

it('a code is typed if the address has none, and again after a wrong one', async () => {
  await open('/approve')
  await press(page.getByLabelText('Enter the code that the command shows.'), 'AAAA-AAAA{Enter}')
  await expect.element(result).toHaveTextContent('The code is incorrect or has expired')
  await button('Enter another code').click()
  await press(page.getByLabelText('Enter the code that the command shows.'), ` ${CODE} {Enter}`)
  await expectUrl(new RegExp(`code=${CODE}$`))
  await expect.element(request).toMatchTextContent('build-7')
  expect(answered()).toEqual([])
})
