import { homedir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fileStorage, folderStorage, runBoard } from './index.ts'

// The board without the `tiffin` command around it, for development and tests.
const { values } = parseArgs({
  options: {
    url: { type: 'string', default: process.env['TIFFIN_URL'] ?? 'http://127.0.0.1:4400' },
    lang: { type: 'string' },
    storage: { type: 'string', default: join(homedir(), '.tiffin-board.json') },
    printer: { type: 'string' },
    scan: { type: 'string', multiple: true },
    ascii: { type: 'boolean', default: false },
    'low-bandwidth': { type: 'boolean', default: false },
    'screen-reader': { type: 'boolean', default: false },
    mouse: { type: 'boolean', default: false },
    columns: { type: 'string' },
    board: { type: 'string' },
    pair: { type: 'boolean', default: false },
    name: { type: 'string' },
  },
})
process.exit(
  await runBoard({
    url: values.url,
    lang: values.lang,
    token: process.env['TIFFIN_TOKEN'],
    storage: fileStorage(values.storage),
    offline: folderStorage(`${values.storage}.offline`),
    printer: values.printer,
    scan: values.scan,
    ascii: values.ascii,
    lowBandwidth: values['low-bandwidth'],
    screenReader: values['screen-reader'],
    mouse: values.mouse,
    columns: values.columns,
    board: values.board,
    pair: values.pair,
    name: values.name,
  }),
)
