import { expect, it } from 'vitest'
import { addresses } from './addresses.ts'

const derived = {
  api: 'https://tiffin.example/api',
  live: 'https://tiffin.example/live',
  chat: 'https://tiffin.example/chat',
  content: 'https://tiffin.example/content/',
  sounds: 'https://tiffin.example/content/',
  geocoder: 'https://tiffin.example/geocoder',
}

it.each([
  [{}, {}],
  [{ chat: 'wss://chat.example/talk' }, { chat: 'wss://chat.example/talk' }],
  [{ content: 'https://pictures.example' }, { content: 'https://pictures.example/' }],
  [{ sounds: 'https://cdn.example/sounds/' }, { sounds: 'https://cdn.example/sounds/' }],
  [{ geocoder: 'https://maps.example/find' }, { geocoder: 'https://maps.example/find' }],
])('API-40: derives every address from the server address, except %j', (configured, instead) => {
  expect(addresses('https://tiffin.example', configured)).toEqual({ ...derived, ...instead })
})
