import { Box, Menu } from '@chakra-ui/react'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { type Theme, themes, useTheme } from '../theme/color-mode.ts'
import { useColorMode } from '../theme/color-mode-context.ts'
import { Flag } from '../ui/flag.tsx'
import { flagOf } from '../ui/flags.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { useChooseLanguage } from '../ui/use-choose-language.ts'
import { useThemeNames } from '../ui/use-theme-names.ts'

interface Choice {
  value: string
  text: string
  lang?: string
  flag?: string | undefined
}

/** A submenu with one choice of several; its entry shows the current one. */
function ChoiceMenu(props: {
  icon: IconName
  label: string
  value: string
  choices: readonly Choice[]
  onChoose: (value: string) => void
}) {
  const { icon, label, value, choices, onChoose } = props
  const chosen = choices.find((choice) => choice.value === value)
  return (
    <Menu.Root positioning={{ placement: 'left-start', strategy: 'fixed', gutter: 4 }} lazyMount unmountOnExit>
      <Menu.TriggerItem>
        <Icon name={icon} />
        <Menu.ItemText>{label}</Menu.ItemText>
        <Box as="span" color="fg.muted" ms="auto" ps="4">
          {chosen?.flag !== undefined && <Flag key={chosen.flag} src={chosen.flag} display="inline-block" me="2" />}
          {chosen?.text}
        </Box>
      </Menu.TriggerItem>
      <Menu.Positioner>
        <Menu.Content maxH="60dvh" overflowY="auto">
          <Menu.RadioItemGroup value={value} onValueChange={(chosen) => onChoose(chosen.value)}>
            {choices.map((choice) => (
              <Menu.RadioItem key={choice.value} value={choice.value}>
                {choice.flag !== undefined && <Flag src={choice.flag} data-testid={undefined} />}
                <Menu.ItemText lang={choice.lang}>{choice.text}</Menu.ItemText>
                <Menu.ItemIndicator>
                  <Icon name="check" />
                </Menu.ItemIndicator>
              </Menu.RadioItem>
            ))}
          </Menu.RadioItemGroup>
        </Menu.Content>
      </Menu.Positioner>
    </Menu.Root>
  )
}

/** Each language with its own name and flag; the choice is stored on this device (SHELL-13). */
export function LanguageMenu() {
  const t = useTranslate()
  const { session } = useCore()
  const languages = useSelected(session.store, (state) => state.languages)
  const lang = useSelected(session.store, (state) => state.lang)
  const choose = useChooseLanguage()
  const choices = languages.map(({ code, name }) => ({ value: code, text: name, lang: code, flag: flagOf(code) }))
  return <ChoiceMenu icon="globe" label={t('Language')} value={lang} choices={choices} onChoose={choose} />
}

/** Light, dark, or the device's setting. */
export function ThemeMenu() {
  const t = useTranslate()
  const mode = useColorMode()
  const theme = useTheme(mode)
  const names = useThemeNames()
  const choices = themes.map((name) => ({ value: name, text: names[name] }))
  return (
    <ChoiceMenu
      icon="theme"
      label={t('Theme')}
      value={theme}
      choices={choices}
      onChoose={(chosen) => mode.choose(chosen as Theme)}
    />
  )
}
