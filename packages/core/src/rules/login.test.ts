import { describe, expect, it } from 'vitest'
import { loginProblem, loginSkeleton, normalizeLogin } from './login.ts'

describe('normalized logins', () => {
  it.each([
    ['owner', 'owner'],
    ['  Owner ', 'owner'],
    ['OWNER\t', 'owner'],
    ['owner\u00A0', 'owner'],
    ['own\u200Ber', 'owner'],
    ['\u202Eowner', 'owner'],
    ['ow\u00ADner\uFE0F', 'owner'],
    ['owner\u0000', 'owner'],
    ['ｏｗｎｅｒ', 'owner'],
    ['anna   maria', 'anna maria'],
    ['Straße', 'strasse'],
    ['ΣΊΣΥΦΟΣ', 'σίσυφοσ'],
    ['u\u0308ber', 'über'],
    ['МАША', 'маша'],
    ['   ', ''],
  ])('of %j is %j', (typed, login) => {
    expect(normalizeLogin(typed)).toBe(login)
    expect(normalizeLogin(login)).toBe(login)
  })
})

describe('a login', () => {
  it.each([
    'owner', ' Owner ', 'anna.maria-2@example.com', 'маша', 'Мария 2', 'josé', 'müller', 'γιώργος', 'مريم', 'שרה',
    '田中さくら', '김철수', 'สมชาย', 'cook_7',
    'owneŕ', 'ẹwner', 'kɔfi', 'əli', 'ŞAHIN', 'łukasz', 'nguyễn', 'đorđe', 'þór', 'straße',
  ])('may be %j', (login) => expect(loginProblem(login)).toBeUndefined()) // prettier-ignore

  const unseen = 'The login contains an invisible character'
  const mixed = 'The login mixes letters from different alphabets'
  const stray = "The login can't contain the character %1"
  it.each([
    ['', '%1 is required'],
    [' \u3000 ', '%1 is required'],
    ['own\u200Ber', unseen],
    ['owner\u200D', unseen],
    ['\u202Eowner', unseen],
    ['ow\u00ADner', unseen],
    ['owner\uFE0F', unseen],
    ['owner\u{E0061}', unseen],
    ['own\u0000er', unseen],
    ['ow\u3164ner', unseen],
    ['оwner', mixed],
    ['οwner', mixed],
    ['ownеr', mixed],
    ['masha-маша', mixed],
    ['owner田中', mixed],
    ['Ꭷꮤꭱ', stray],
    ['owner–b', stray],
    ['owner😀', stray],
    ['o\u0337wner', stray],
    ['platf\u1D0Frm', stray],
    ['ow\u0274er', stray],
    ['adm\u026An', stray],
    ['owne\uA731', stray],
    ['\uAB53avier', stray],
    ['ownɐr', stray],
    ['salɱa', stray],
    ['ɑdmin', stray],
    ['x'.repeat(101), 'Must be %1 characters or fewer'],
    ['ﷺ'.repeat(10), 'Must be %1 characters or fewer'],
  ])('may not be %j: %s', (login, text) => expect(loginProblem(login)).toMatchObject({ text }))

  it('lists the invalid letters', () => {
    // Script names would appear in English in every language.
    expect(loginProblem('оwner')?.params).toBeUndefined()
    expect(loginProblem('owner–b')?.params).toEqual(['–'])
  })
})

describe('login skeletons', () => {
  it.each([
    ['росо', 'poco'],
    ['сора', 'copa'],
    ['ανα', 'ava'],
    ['kit0', 'kito'],
    ['annа', 'anna'],
    ['ОРЕХ', 'opex'],
    ['ow ner', 'owner'],
    ['owneŕ', 'owner'],
    ['łukasz', 'lukasz'],
    ['José', 'jose'],
    ['platforrn', 'platform'],
    ['vievver', 'viewer'],
    ['mɨx', 'mix'],
    ['ǥeo', 'geo'],
  ])('of %j is that of %j', (item, other) => expect(loginSkeleton(item)).toBe(loginSkeleton(other)))

  it.each([
    ['owner', 'owner-b'],
    ['anna', 'hanna'],
    ['маша', 'миша'],
    ['田中', '田口'],
  ])('of %j is not that of %j', (entry, other) => expect(loginSkeleton(entry)).not.toBe(loginSkeleton(other)))
})
