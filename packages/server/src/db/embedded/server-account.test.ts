import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { canEnter, canReach, serverAccount } from './server-account.ts'
import { createTemporaryHomes } from './temporary-homes.ts'

const homes = createTemporaryHomes()
afterEach(homes.clear)

const root = 'root:x:0:0:root:/root:/bin/bash'
const ann = 'ann:x:1000:1000::/home/ann:/bin/sh'
const nobody = 'nobody:x:65534:65533:nobody:/nonexistent:/usr/sbin/nologin'
const postgres = 'postgres:x:101:104::/var/lib/postgresql:/bin/bash'
const lines = (...entries: string[]) => ['# accounts', ...entries, ''].join('\n')

describe('serverAccount', () => {
  it.each<[string, { uid: number; passwd: string; owner?: number }, string | undefined]>([
    ['an ordinary user', { uid: 1000, passwd: lines(root, ann, postgres) }, undefined],
    ['root', { uid: 0, passwd: lines(root, nobody, postgres) }, 'postgres'],
    ['root without postgres', { uid: 0, passwd: lines(root, ann, nobody) }, 'nobody'],
    ['root without a cluster', { uid: 0, passwd: lines(root, nobody, postgres), owner: 65534 }, 'nobody'],
    ['root on the cluster of a user', { uid: 0, passwd: lines(root, ann, postgres), owner: 1000 }, 'ann'],
    ['root on a cluster of root', { uid: 0, passwd: lines(root, postgres), owner: 0 }, 'postgres'],
    ['root on a cluster of a uid without an account', { uid: 0, passwd: lines(root, postgres), owner: 4711 }, 'postgres'],
  ])('for %s', (_, input, name) => {
    expect(serverAccount(input)?.name).toBe(name)
  })

  it('reads uid and gid, including negative ones as the system represents them', () => {
    expect(serverAccount({ uid: 0, passwd: nobody })).toEqual({ name: 'nobody', uid: 65534, gid: 65533 })
    expect(serverAccount({ uid: 0, passwd: 'nobody:*:-2:-2:Unprivileged User:/var/empty:/usr/bin/false' })).toEqual({
      name: 'nobody',
      uid: 4294967294,
      gid: 4294967294,
    })
  })

  it('never uses a uid without an account', () => {
    expect(() => serverAccount({ uid: 0, passwd: lines(root, ann) })).toThrow(/nobody/)
  })
})

describe('canReach', () => {
  const stranger = { name: 'stranger', uid: 3_999_999, gid: 3_999_999 }

  it.each([
    ['755', '644', true, true],
    ['711', '644', true, true],
    ['711', '600', true, false],
    ['700', '644', false, false],
    ['744', '644', false, false],
  ])('folder %s, file %s', (folderMode, fileMode, enter, reach) => {
    const folder = join(homes.folder(), 'folder')
    mkdirSync(folder)
    const file = join(folder, 'file')
    writeFileSync(file, '')
    chmodSync(folder, folderMode)
    chmodSync(file, fileMode)
    expect(canEnter(stranger, folder)).toBe(enter)
    expect(canReach(stranger, file)).toBe(reach)
    chmodSync(folder, 0o755)
  })
})
