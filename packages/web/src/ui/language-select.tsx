import { Box } from '@chakra-ui/react'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { NativeSelect } from './controls.ts'
import { Flag } from './flag.tsx'
import { flagOf } from './flags.ts'
import { useChooseLanguage } from './use-choose-language.ts'

/** Each language by its own name, the chosen one with its flag; the choice is stored on this device. */
export function LanguageSelect() {
  const t = useTranslate()
  const { session } = useCore()
  const languages = useSelected(session.store, (state) => state.languages)
  const lang = useSelected(session.store, (state) => state.lang)
  const choose = useChooseLanguage()
  const flag = flagOf(lang || 'en')
  return (
    <Box position="relative" maxW="44">
      {flag !== undefined && (
        <Flag
          key={flag}
          src={flag}
          position="absolute"
          top="50%"
          insetInlineStart="2"
          transform="translateY(-50%)"
          pointerEvents="none"
        />
      )}
      <NativeSelect
        w="full"
        ps={flag === undefined ? undefined : '8'}
        aria-label={t('Language')}
        value={lang}
        onChange={(event) => choose(event.target.value)}
      >
        {languages.map(({ code, name }) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </NativeSelect>
    </Box>
  )
}
