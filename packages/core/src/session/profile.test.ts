import type { Client } from '@tiffin/sdk/client'
import type { SessionUser } from '@tiffin/sdk/contract'
import { expect, it } from 'vitest'
import { createProfileSave, isMissingName } from './profile.ts'

/** The requests sent for a change of the own profile. */
async function asked(change: Parameters<ReturnType<typeof createProfileSave>>[0]): Promise<unknown[]> {
  const calls: unknown[] = []
  const tell =
    (method: string) =>
    async (input: unknown): Promise<object> => {
      calls.push([method, input])
      return { data: { passkeys: 2 } }
    }
  const client = { Auth: { Update: tell('Update'), Password: tell('Password') } } as unknown as Client
  await createProfileSave(client)(change)
  return calls
}

it('PROF-03: saving the profile calls Auth Update with the changed fields', async () => {
  const operator = { name: 'Ida', hide_menu: 1 as const }
  expect(await asked(operator)).toEqual([['Update', { operator }]])
})

it.each([{ phone: '4930123456' }, { email: 'ida@example.com' }])(
  'saving %j sends the current password, which is the new one after a change of both',
  async (operator) => {
    expect(await asked({ ...operator, current_password: 'tiffin-demo' })).toEqual([
      ['Update', { operator, current: 'tiffin-demo' }],
    ])
    expect((await asked({ ...operator, password: 'Abc12!xy', current_password: 'tiffin-demo' }))[1]).toEqual([
      'Update',
      { operator, current: 'Abc12!xy' },
    ])
  },
)

it('PROF-04: changing the password calls only Auth Password, with the current one', async () => {
  const calls = [['Password', { password: 'Abc12!xy', current: 'tiffin-demo' }]]
  expect(await asked({ password: 'Abc12!xy', current_password: 'tiffin-demo' })).toEqual(calls)
})

it('PROF-03 PROF-04: saves both changes together', async () => {
  const calls = await asked({ name: 'Ida', password: 'Abc12!xy', current_password: 'tiffin-demo' })
  expect(calls).toEqual([
    ['Password', { password: 'Abc12!xy', current: 'tiffin-demo' }],
    ['Update', { operator: { name: 'Ida' } }],
  ])
})

it('resends a password under its key after a lost answer, but another password under a new key', async () => {
  const keys: (string | undefined)[] = []
  const Password = async (_: unknown, options: { idempotencyKey?: string }): Promise<object> => {
    keys.push(options.idempotencyKey)
    return { data: { passkeys: 2 } }
  }
  const save = createProfileSave({ Auth: { Password } } as unknown as Client)
  for (const password of ['Abc12!xy', 'Abc12!xy', 'Xyz12!ab'])
    expect(await save({ password, current_password: 'tiffin-demo' })).toBe(2)
  expect([keys[0] === keys[1], keys[1] === keys[2], keys[0] === undefined]).toEqual([true, false, false])
})

const device = { device_id: 1, name: 'kitchen-1', merchants: [10] }

it.each<[string, string, SessionUser['device'], boolean]>([
  ['a person without a name', '', null, true],
  ['a person whose name is blank', '  ', null, true],
  ['a person with a name', 'Otto', null, false],
  ['a paired device', '', device, false],
])('AUTH-11: %s is asked for a name, or not', (_who, name, paired, isAsked) => {
  expect(isMissingName({ name, device: paired } as SessionUser)).toBe(isAsked)
})
