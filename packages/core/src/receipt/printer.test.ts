import { expect, it } from 'vitest'
import { printerObstacle, unknownStatus } from './printer.ts'

const well = { online: 'yes', paper: 'ok', cover: 'closed' } as const

it.each([
  ['is well', well, undefined],
  ['says nothing', unknownStatus, undefined],
  ['has little paper', { ...well, paper: 'low' }, undefined],
  ['is offline', { ...well, online: 'no' }, 'printer_offline'],
  ['is offline because its cover is open', { ...well, online: 'no', cover: 'open' }, 'printer_cover_open'],
  ['is offline because it has no paper', { ...well, online: 'no', paper: 'out' }, 'printer_no_paper'],
  ['is open for a paper change', { online: 'no', paper: 'out', cover: 'open' }, 'printer_no_paper'],
] as const)('PRINT-13: names the obstacle of a printer that %s', (_, status, obstacle) => {
  expect(printerObstacle(status)).toBe(obstacle)
})
