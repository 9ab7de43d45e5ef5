import { useState } from 'react'
import { Box, Text, useWindowSize } from 'ink'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { useTheme } from '../theme/theme.ts'
import { truncate, sanitize } from '../theme/text.ts'
import { Footer } from '../board/footer.tsx'
import { LanguagePicker } from '../pickers/language-picker.tsx'
import { editText } from '../view/edit-text.ts'
import { useKeys } from '../view/keyboard.ts'

interface Form {
  login: string
  password: string
  field: 'login' | 'password'
}
const empty: Form = { login: '', password: '', field: 'login' }

/** The sign-in form, with the error of the last attempt or why the last session ended (AUTH-10). */
export function SignIn({ onQuit }: { onQuit: () => void }) {
  const { session } = useCore()
  const t = useTranslate()
  const theme = useTheme()
  const { columns, rows } = useWindowSize()
  const busy = useSelected(session.store, (state) => state.busy)
  const wrong = useSelected(session.store, (state) => state.error)
  const demo = useSelected(session.store, (state) => state.demo)
  const languages = useSelected(session.store, (state) => state.languages)
  const [form, setForm] = useState<Form>(empty)
  const change = (next: Partial<Form>): void => setForm((now) => ({ ...now, ...next }))
  const [choosing, setChoosing] = useState(false)

  useKeys(
    'signIn',
    (command) => {
      if (command === 'quit') return onQuit()
      if (command === 'language') return setChoosing(languages.length > 1)
      const { login, password, field } = form
      if (command === 'next') return change({ field: field === 'login' ? 'password' : 'login' })
      if (field === 'login' && password === '') return change({ field: 'password' })
      if (busy || login === '' || password === '') return
      void session.signIn(login, password, { remember: true }).then((done) => !done && change({ password: '' }))
    },
    {
      active: !choosing,
      onText: (more, kind) => setForm((now) => ({ ...now, [now.field]: editText(now[now.field], more, kind) })),
    },
  )

  if (choosing) return <LanguagePicker height={rows} onBack={() => setChoosing(false)} onQuit={onQuit} />
  const labels = { login: t('Login'), password: t('Password') }
  const line = (name: 'login' | 'password', text: string) => (
    <Text wrap="truncate-start" key={name}>
      <Text {...theme.style('accent')}>{form.field === name ? theme.marks.chosen : ' '}</Text> {labels[name]}: {text}
      {form.field === name && <Text inverse> </Text>}
    </Text>
  )
  return (
    <Box flexDirection="column" width={columns} height={rows} overflow="hidden">
      <Box flexDirection="column" flexGrow={1} paddingX={2} paddingTop={rows > 16 ? 2 : 0} overflow="hidden">
        <Text {...theme.style('accent')} bold>{`${theme.marks.brand} Tiffin`}</Text>
        <Text> </Text>
        {line('login', form.login)}
        {line('password', theme.marks.secret.repeat([...form.password].length))}
        <Text> </Text>
        {busy && <Text dimColor>{t('Signing in…')}</Text>}
        {!busy && wrong && (
          <Text {...theme.style('late')}>{`${theme.marks.late} ${t.message(wrong.message, wrong.params)}`}</Text>
        )}
        {demo.length > 0 && (
          <>
            <Text> </Text>
            <Text dimColor>{t('Demo accounts')}</Text>
            {demo.map((account) => (
              <Text key={account.login} dimColor wrap="truncate">
                {truncate(
                  `  ${account.login} / ${account.password}  ${sanitize(t.message(account.about))}`,
                  columns - 4,
                  theme.marks.cut,
                )}
              </Text>
            ))}
          </>
        )}
      </Box>
      <Footer />
    </Box>
  )
}
