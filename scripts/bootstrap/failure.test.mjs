import { describe, expect, it } from 'vitest'
import { Failure, adviceFor, formatFailure } from './failure.mjs'

describe('adviceFor', () => {
  it.each([
    ['npm ERR! code ENOTFOUND\nrequest to https://example.test/pnpm failed', /network/],
    ['npm error code EAI_AGAIN', /network/],
    ['connect ECONNREFUSED 127.0.0.1:1', /network/],
    ['npm error code ENOSPC\nno space left on device', /disk is full.*\/project/],
    ["EACCES: permission denied, mkdir '/project/.tools'", /owner of \/project/],
    ['EROFS', /owner of \/project/],
    ['npm error code SELF_SIGNED_CERT_IN_CHAIN', /cafile/],
    ['npm error code E403', /sign-in/],
    ['npm error code E404', /does not have/],
    ['ERR_PNPM_OUTDATED_LOCKFILE  Cannot install with "frozen-lockfile"', /npm run pnpm -- install/],
    ['ERR_PNPM_IGNORED_BUILDS  Ignored build scripts: thing@1.0.0', /allowBuilds/],
    ['something else about escpos-network, file not found', /lines above/],
  ])('says what to do about %j', (text, expected) => {
    expect(adviceFor(text, '/project')).toMatch(expected)
  })
})

describe('formatFailure', () => {
  it('shows what happened and the advice, without a stack', () => {
    expect(formatFailure(new Failure('it broke.', 'Mend it.', 'tool says no'))).toBe(
      '\ntool says no\ntiffin: it broke.\n        Mend it.\n',
    )
  })

  it('reports any other error as a bug, with its stack', () => {
    expect(formatFailure(new TypeError('oops'))).toMatch(/bug[\s\S]*TypeError: oops\n\s+at /)
  })
})
