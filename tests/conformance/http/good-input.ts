import { soundFile } from '@tiffin/core/rules'
import type { Call } from '@tiffin/sdk/contract'
import { sampleValue } from './sample-value.ts'
import type { Stage } from './stage.ts'

/** The smallest possible PNG. */
const onePixel = {
  filename: 'x.png',
  data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  width: 1,
  height: 1,
  field: 'pay_type.icon',
}

/** Valid input. If the smallest valid input would be refused for missing rows, it names existing rows. */
export function goodInput(stage: Stage, call: Call): unknown {
  const { world } = stage.server
  const own = (name: string) => stage.samples.find((sample) => sample.entity.name === name && sample.company === world.a)?.key
  const input = sampleValue(call.input) as Record<string, unknown>
  const [first, second] = [world.statuses[2], world.statuses[3]]
  const better: Record<string, object> = {
    'Auth/Login': { login: 'viewer' },
    'Auth/Registration': { email: 'new@example.com', name: 'x' },
    'Auth/Phone': { phone: '4915100' },
    'Auth/Pin': { action: 'unlock', pin: '4711' },
    'Auth/Update': { operator: { ...(input['operator'] as object), login: 'viewer', dictionary_edit: '' } },
    'Reference/getData': {
      tables: [
        {
          table: 'order',
          include: ['order_id', 'comment'],
          search: [{ key: 'comment', op: 'like', prm: 'x' }, { any: [{ key: 'order_id', prm: 1 }] }, { text: 'x' }],
          order: [{ field: 'order_id', dir: 'asc' }],
          limit: [0, 10],
          join: ['user'],
          statistic: ['total'],
          mode: 'board',
        },
      ],
    },
    'Reference/saveData': { tables: [{ table: 'user', id: own('user'), row: { name: 'x', comment: 'y', revision: 1 } }] },
    'Report/read': {
      report: 'merchants',
      period: { from: '2026-11-01', to: '2026-11-30' },
      search: [{ key: 'hour', op: 'in', prm: [18] }],
      by: 'day',
      compare: true,
    },
    'Reference/deleteData': { tables: [{ table: 'user', id: 999_999 }] },
    'Export/ticket': {
      params: {
        tables: [{ table: 'courier', search: [{ key: 'name', op: 'like', prm: 'x' }] }],
        columns: ['courier_id', { field: 'courier_status', title: 'Status', words: { 1: 'Active' } }],
        title: 'Couriers',
        filters: ['Name: x'],
      },
    },
    'Config/apply': {
      rows: [{ table: 'cuisine', id: own('cuisine'), values: { show: 2 }, before: { show: 1 } }],
      remove: [{ table: 'banner', id: 999_999, revision: 1 }],
      seen: { banner: [999_999] },
      rehearse: true,
    },
    'Config/changes': { since: 0 },
    'Import/begin': { table: 'courier', key: 'name', file: 'a'.repeat(64), total: 1 },
    'Import/rows': { import_id: crypto.randomUUID(), part: 0, rows: [{ row: 2, id: 1, values: { name: 'x' } }] },
    'Import/commit': { import_id: crypto.randomUUID() },
    'Import/status': { import_id: crypto.randomUUID(), page: { kinds: ['changed'], after: 0, limit: 10 } },
    'Audit/names': { records: { user: [own('user')] }, companies: [world.a] },
    'Audit/timeline': { table: 'user', id: own('user') },
    'Audit/undo': { change: 999_999 },
    'Order/move': {
      intents: [{ intent_id: crypto.randomUUID(), order_id: own('order'), from: first, to: second, after: null, reason: 'x' }],
    },
    'Order/timeline': { order_id: own('order') },
    'Order/placed': { user: own('user') },
    'Order/handoff': { order_id: own('order') },
    'Order/why': {
      order_id: own('order'),
      board: {
        merchants: [own('merchant')],
        period: ['2026-01-01T00:00:00Z', '2026-12-31T00:00:00Z'],
        hidden: [1],
        search: 'x',
        station: 'Grill',
      },
    },
    'Order/assign': { intents: [{ intent_id: crypto.randomUUID(), order_id: own('order'), from: 0, courier: own('courier') }] },
    'Order/tick': { order_id: own('order') },
    'Order/shown': { shown: [own('order')], acknowledged: [own('order')] },
    'Mailing/count': { mailing_id: own('mailing') },
    'Mailing/why': { mailing_id: own('mailing'), user_id: own('user') },
    ...Object.fromEntries(
      ['test', 'start', 'pause', 'resume', 'stop'].map((name) => [`Mailing/${name}`, { mailing_id: own('mailing') }]),
    ),
    'Push/subscribe': { fcm: 'x'.repeat(20) },
    'Customer/pushSubscribe': { fcm: 'x'.repeat(20) },
    'Device/asking': { code: 'K7QX-3MTA' },
    'Device/refuse': { code: 'K7QX-3MTA' },
    'Device/confirm': { code: 'K7QX-3MTA', merchants: [own('merchant')] },
    'Company/Create': { company: { country: 1, lang: [1], name: 'New', timezone: 'Europe/Rome', tariff: null } },
    ...Object.fromEntries(
      ['claim', 'begin', 'confirm', 'fail', 'dismiss'].map((name) => [`Print/${name}`, { print_job_id: own('print_job') }]),
    ),
    'Merchant/newToken': { merchant_id: own('merchant') },
    'Merchant/pace': { merchant: own('merchant'), paused_until: new Date(Date.now() + 60_000).toISOString() },
    'Geo/getCity': { coords: [52.5, 13.4], address: 'Lindenweg 5' },
    'Image/save': onePixel,
    'Image/removeBackground': onePixel,
    ...Object.fromEntries(['rotate', 'test'].map((name) => [`Webhook/${name}`, { webhook_id: own('webhook') }])),
    'Webhook/replay': { webhook_id: own('webhook'), deliveries: [own('webhook_delivery')] },
    'Token/create': { name: 'x', scopes: ['read'], companies: [world.a], days: 1 },
    'Sound/save': { data: Buffer.from(soundFile(new Uint8Array(2), 8000)).toString('base64') },
    'Print/request': { order_id: own('order'), at: { console: 'kitchen-1', address: 'tcp://10.0.0.5' } },
    'Print/offer': { console: 'kitchen-1', printers: [{ address: 'tcp://10.0.0.5', name: 'Grill' }] },
  }
  return { ...input, ...better[`${call.api}/${call.method}`] }
}
