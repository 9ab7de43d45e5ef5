import { defineScreen } from '../screen.ts'

/** A user's own record, opened from the user menu (PROF-01). */
export const profile = defineScreen('admin', {
  name: 'profile',
  title: 'Profile',
  one: 'Profile',
  shownIn: 'none',
  columns: [],
  editor: { tabs: { Profile: ['login', ['name', 'surname'], ['phone', 'email'], 'img', 'hide_menu', 'password'] } },
  readonly: ['login'],
  inputs: { password: 'ownPassword' },
})
