import { render } from 'ink-testing-library'
import { expect, it, vi } from 'vitest'
import { createTheme, ThemeProvider } from '../theme/theme.ts'
import { createKeyboard, type Keyboard, KeyboardProvider } from '../view/keyboard.ts'
import { ListPicker } from './list-picker.tsx'

type Taken = (string | number | undefined)[]

/** A list with these keys, which records the key of each command. */
const listOf =
  (place: 'alarms' | 'list', keyboard: Keyboard, taken: Taken) =>
  (...keys: string[]) => (
    <ThemeProvider value={createTheme()}>
      <KeyboardProvider value={keyboard}>
        <ListPicker
          place={place}
          title=""
          empty=""
          height={8}
          choices={keys.map((key) => ({ key, label: key, value: key }))}
          onCommand={(_, choice) => taken.push(choice?.key)}
        />
      </KeyboardProvider>
    </ThemeProvider>
  )

it('KDS-12: keeps the chosen line when the list changes, and moves to its neighbour if a command removed it', async () => {
  const keyboard = createKeyboard()
  const taken: Taken = []
  const list = listOf('alarms', keyboard, taken)
  const { rerender, unmount } = render(list('a', 'b', 'c'))
  const press = async (input: string, count: number): Promise<void> => {
    keyboard.input(input, {})
    await vi.waitFor(() => expect(taken).toHaveLength(count))
  }
  rerender(list('new', 'a', 'b', 'c'))
  await press('d', 1)
  rerender(list('new', 'b', 'c'))
  await press('d', 2)
  unmount()
  expect(taken).toEqual(['a', 'b'])
})

it('BOARD-22: chooses no line after the chosen one has gone, until a key moves the cursor', async () => {
  const onInactive = vi.fn()
  const keyboard = createKeyboard({ onInactive })
  const taken: Taken = []
  const list = listOf('list', keyboard, taken)
  const { lastFrame, rerender, unmount } = render(list('ready', 'cancelled'))
  rerender(list('cooking', 'cancelled'))
  expect(lastFrame()).not.toContain('►')
  keyboard.input('', { return: true })
  await vi.waitFor(() => expect(onInactive).toHaveBeenLastCalledWith('enter', 'The list has changed. Choose again.'))
  expect(taken).toEqual([])
  keyboard.input('j', {})
  keyboard.input('', { return: true })
  await vi.waitFor(() => expect(taken).toEqual(['cooking']))
  unmount()
})

it('says why a key does nothing on a line, and in an empty list', async () => {
  const onInactive = vi.fn()
  const keyboard = createKeyboard({ onInactive })
  const choices = [
    { key: 'held', label: '', value: 0, commands: [], reason: 'A console is printing this ticket' },
    { key: 'closed', label: '', value: 0, commands: [] },
  ]
  const list = (lines: typeof choices) => (
    <ThemeProvider value={createTheme()}>
      <KeyboardProvider value={keyboard}>
        <ListPicker place="tickets" title="" empty="No tickets" height={8} choices={lines} onCommand={() => {}} />
      </KeyboardProvider>
    </ThemeProvider>
  )
  const { rerender, unmount } = render(list(choices))
  for (const [index, reason] of ['A console is printing this ticket', undefined, 'No tickets'].entries()) {
    rerender(list(choices.slice(index)))
    keyboard.input('k', {})
    keyboard.input('d', {})
    await vi.waitFor(() => expect(onInactive.mock.calls).toHaveLength(index + 1))
    expect(onInactive).toHaveBeenLastCalledWith('d', reason)
  }
  unmount()
})

it('shows the whole reason why it is empty', () => {
  const empty =
    'Couriers not loaded. The list appears when the server can be reached, and then shows who is on duty now, to the end.'
  const { lastFrame, unmount } = render(
    <ThemeProvider value={createTheme()}>
      <KeyboardProvider value={createKeyboard()}>
        <ListPicker place="list" title="" empty={empty} height={8} choices={[]} onCommand={() => {}} />
      </KeyboardProvider>
    </ThemeProvider>,
  )
  expect((lastFrame() ?? '').replaceAll(/\s+/g, ' ')).toContain(empty)
  unmount()
})
