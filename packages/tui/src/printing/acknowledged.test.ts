import { expect, it } from 'vitest'
import { readAcknowledged } from './acknowledged.ts'

const row = (state: string, remote = '0700000A:238C') =>
  `  76: 0500000A:8156 ${remote} ${state} 00000000:00000000 00:00000000 00000000     0        0 7 1 0 20 0 0 10 -1`

it.each([
  ['is still open', row('01'), false],
  ['waits for the acknowledgement of our FIN', row('04'), false],
  ['has our FIN acknowledged', row('05'), true],
  ['is over', row('06'), true],
  ['shares its ports with one that waits', `${row('05')}\n${row('04', '0800000A:238C')}`, false],
  ['is not in the table', row('05', '0700000A:0050'), undefined],
  ['has no table', '', undefined],
])('a connection that %s', (_, table, acknowledged) => {
  expect(readAcknowledged(`  sl  local_address rem_address   st\n${table}\n`, 0x8156, 9100)).toBe(acknowledged)
})
