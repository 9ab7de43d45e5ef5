import { describe, expect, it } from 'vitest'
import { cleanEnvironment, withPath, withStores } from './environment.mjs'

describe('cleanEnvironment', () => {
  it('keeps the registry settings and drops the rest of an outer npm', () => {
    const env = {
      HOME: '/home/a',
      npm_config_registry: 'r',
      NPM_CONFIG_CAFILE: 'c',
      npm_config_cache: 'k',
      npm_config_prefix: 'p',
      npm_config_global: 'true',
      npm_execpath: 'x',
    }
    expect(cleanEnvironment(env)).toEqual({
      HOME: '/home/a',
      npm_execpath: 'x',
      npm_config_registry: 'r',
      NPM_CONFIG_CAFILE: 'c',
      npm_config_cache: 'k',
      pnpm_config_registry: 'r',
      pnpm_config_cafile: 'c',
    })
  })
})

describe('withPath', () => {
  it.each([
    ['/usr/bin:/bin', '/tools:/node:/usr/bin:/bin'],
    ['/node:/usr/bin', '/tools:/node:/usr/bin'],
    ['', '/tools:/node'],
    [undefined, '/tools:/node'],
  ])('prepends folders to %s once', (PATH, expected) => {
    expect(withPath({ PATH }, ['/tools', '/node']).PATH).toBe(expected)
  })
})

describe('withStores', () => {
  it('changes nothing for users with a home folder', () => {
    const env = { HOME: import.meta.dirname }
    expect(withStores(env, '/project/.tools')).toBe(env)
  })

  it('keeps the stores in the project for users without a home folder', () => {
    expect(withStores({ HOME: '/nonexistent' }, '/project/.tools')).toMatchObject({
      npm_config_cache: '/project/.tools/stores/npm',
      XDG_DATA_HOME: '/project/.tools/stores/data',
    })
  })
})
