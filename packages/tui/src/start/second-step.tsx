import { useState } from 'react'
import { Box, Text, useWindowSize } from 'ink'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { Footer } from '../board/footer.tsx'
import { useTheme } from '../theme/theme.ts'
import { wrap } from '../theme/text.ts'
import { editText } from '../view/edit-text.ts'
import { useKeys } from '../view/keyboard.ts'

/** The second step of a sign-in: a code. Terminals don't support passkeys; a recovery code replaces them. */
export function SecondStep({ onQuit }: { onQuit: () => void }) {
  const { session } = useCore()
  const t = useTranslate()
  const theme = useTheme()
  const { columns, rows } = useWindowSize()
  const busy = useSelected(session.store, (state) => state.busy)
  const wrong = useSelected(session.store, (state) => state.error)
  const needsBrowser = useSelected(
    session.store,
    ({ secondStep: step }) => step !== null && !step.kinds.includes('totp') && !step.has_recovery_codes,
  )
  const [code, setCode] = useState('')

  useKeys(
    'secondStep',
    (command) => {
      if (command === 'quit') return onQuit()
      if (command === 'back') return session.leaveSecondStep()
      if (busy || code === '') return
      void session.signInByCode(code).then((done) => !done && setCode(''))
    },
    { onText: (more, kind) => setCode((now) => editText(now, more, kind)) },
  )
  return (
    <Box flexDirection="column" width={columns} height={rows} overflow="hidden">
      <Box flexDirection="column" flexGrow={1} paddingX={2} paddingTop={rows > 16 ? 2 : 0} overflow="hidden">
        <Text {...theme.style('accent')} bold>{`${theme.marks.brand} Tiffin  ${t('Two-step sign-in')}`}</Text>
        <Text> </Text>
        {wrap(
          t(
            needsBrowser
              ? 'Passkeys work in browsers only. Sign in to the console there, then create recovery codes or set up an authenticator app.'
              : 'Enter a code from your authenticator app, or a recovery code',
          ),
          columns - 4,
        ).map((line) => (
          <Text key={line}>{line}</Text>
        ))}
        {!needsBrowser && (
          <Text wrap="truncate-start">
            <Text {...theme.style('accent')}>{theme.marks.chosen}</Text> {t('Code or recovery code')}: {code}
            <Text inverse> </Text>
          </Text>
        )}
        <Text> </Text>
        {busy && <Text dimColor>{t('Signing in…')}</Text>}
        {!busy && wrong && (
          <Text {...theme.style('late')}>{`${theme.marks.late} ${t.message(wrong.message, wrong.params)}`}</Text>
        )}
      </Box>
      <Footer />
    </Box>
  )
}
