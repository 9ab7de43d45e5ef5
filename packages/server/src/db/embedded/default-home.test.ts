import { describe, expect, it } from 'vitest'
import { defaultHome } from './default-home.ts'

describe('defaultHome', () => {
  it.each<[Record<string, string>, number, NodeJS.Platform, string]>([
    [{ TIFFIN_HOME: '/srv/tiffin', HOME: '/home/ann' }, 1000, 'linux', '/srv/tiffin'],
    [{ TIFFIN_HOME: '/srv/tiffin' }, 0, 'linux', '/srv/tiffin'],
    [{ HOME: '/home/ann' }, 1000, 'linux', '/home/ann/.local/share/tiffin'],
    [{ HOME: '/home/ann', TIFFIN_HOME: '' }, 1000, 'linux', '/home/ann/.local/share/tiffin'],
    [{ HOME: '/home/ann', XDG_DATA_HOME: '/data/ann' }, 1000, 'linux', '/data/ann/tiffin'],
    [{ HOME: '/home/ann', XDG_DATA_HOME: 'relative' }, 1000, 'linux', '/home/ann/.local/share/tiffin'],
    [{ HOME: '/root', XDG_DATA_HOME: '/root/data' }, 0, 'linux', '/var/lib/tiffin'],
    [{ HOME: '/var/root' }, 0, 'darwin', '/var/lib/tiffin'],
    [{ HOME: '/Users/ann', XDG_DATA_HOME: '/data' }, 501, 'darwin', '/Users/ann/Library/Application Support/tiffin'],
  ])('%o, uid %i on %s: %s', (env, uid, platform, home) => {
    expect(defaultHome(env, uid, platform)).toBe(home)
  })
})
