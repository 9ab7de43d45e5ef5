import { createSystem, defaultBaseConfig, defineConfig } from '@chakra-ui/react'
import { globalCss } from './global-css.ts'
import { keyframes, slotRecipes } from './recipes.ts'

const value = (text: string) => ({ value: text })
const lightDark = (light: string, dark: string) => ({ value: { _light: light, _dark: dark } })

/** Multiples of the 4-px grid. */
const grid = Object.fromEntries(
  [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 20, 24, 28, 32, 40, 48, 56, 64, 72, 80, 96, 120].map(
    (step) => [step, value(`${step * 4}px`)],
  ),
)

/**
 * The console's design: neutral greys, one accent, and tones with meaning. Components use these tokens and never a
 * colour. Each foreground has a contrast of at least 4.5:1 on its backgrounds.
 */
const config = defineConfig({
  preflight: true,
  cssVarsPrefix: 'tiffin',
  globalCss,
  // Chakra's own utilities set the colour in an inherited variable, so that each hover would restyle everything inside.
  utilities: {
    background: { transform: (colour: string) => ({ background: colour }) },
    backgroundColor: { transform: (colour: string) => ({ backgroundColor: colour }) },
  },
  theme: {
    // As specified (CONST-01), plus one for wide screens.
    breakpoints: { sm: '500px', smd: '600px', md: '800px', lg: '1000px', xl: '1300px', '2xl': '1800px' },
    keyframes,
    tokens: {
      spacing: grid,
      sizes: {
        ...grid,
        full: value('100%'),
        control: value('32px'),
        bar: value('48px'),
        rail: value('49px'),
        drawer: value('220px'),
        column: value('264px'),
      },
      radii: { l1: value('4px'), l2: value('6px'), l3: value('10px'), full: value('9999px') },
      fonts: {
        body: value(
          `system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Noto Sans Arabic', 'Helvetica Neue', Arial, sans-serif`,
        ),
        mono: value(`ui-monospace, SFMono-Regular, Menlo, Consolas, 'Noto Sans Mono', monospace`),
      },
      // The root font size is 14 px; the names follow Chakra's.
      fontSizes: {
        '2xs': value('11px'),
        xs: value('12px'),
        sm: value('13px'),
        md: value('14px'),
        lg: value('16px'),
        xl: value('20px'),
        '2xl': value('24px'),
        '3xl': value('32px'),
      },
      fontWeights: { normal: value('400'), medium: value('500'), semibold: value('600'), bold: value('700') },
      lineHeights: { tight: value('1.2'), normal: value('1.45') },
      durations: { fast: value('120ms'), moderate: value('180ms') },
      zIndex: {
        bar: value('10'),
        menu: value('9'),
        drawer: value('1400'),
        popover: value('1500'),
        notice: value('1700'),
        drag: value('1800'),
      },
    },
    semanticTokens: {
      colors: {
        bg: {
          DEFAULT: lightDark('#F5F6F7', '#0F1113'),
          panel: lightDark('#FFFFFF', '#191C20'),
          subtle: lightDark('#ECEEF0', '#14171A'),
          muted: lightDark('#E6E8EB', '#252A30'),
          scrim: lightDark('rgba(20, 23, 28, 0.35)', 'rgba(0, 0, 0, 0.6)'),
        },
        fg: { DEFAULT: lightDark('#1A1D21', '#E9EBEE'), muted: lightDark('#565D67', '#A0A8B2') },
        border: { DEFAULT: lightDark('#DDE0E4', '#2B3037'), control: lightDark('#868E99', '#6D7681') },
        accent: {
          DEFAULT: lightDark('#2F5BD7', '#9DB4FF'),
          solid: lightDark('#2F5BD7', '#4068DC'),
          hover: lightDark('#264DBB', '#3F66DA'),
          contrast: lightDark('#FFFFFF', '#FFFFFF'),
          subtle: lightDark('#E9EFFD', '#1D2742'),
        },
        negative: {
          DEFAULT: lightDark('#B3261E', '#FF9C92'),
          solid: lightDark('#B3261E', '#C6362D'),
          contrast: lightDark('#FFFFFF', '#FFFFFF'),
          subtle: lightDark('#FCEBE9', '#3A1D1B'),
        },
        warning: { DEFAULT: lightDark('#7A4A00', '#F2BD68'), subtle: lightDark('#FFF1D6', '#35290F') },
        positive: { DEFAULT: lightDark('#1B6B33', '#7BD597'), subtle: lightDark('#E4F4E8', '#17301F') },
        info: { DEFAULT: lightDark('#2F5BD7', '#9DB4FF'), subtle: lightDark('#E9EFFD', '#1D2742') },
        // Notes to the kitchen stand out from everything else on a card.
        note: { DEFAULT: lightDark('#4A3200', '#FFE3A6'), subtle: lightDark('#FFE9B8', '#4A3710') },
      },
      shadows: {
        float: lightDark(
          '0 4px 16px rgba(20, 23, 28, 0.14), 0 0 0 1px rgba(20, 23, 28, 0.06)',
          '0 6px 20px rgba(0, 0, 0, 0.55), 0 0 0 1px rgba(255, 255, 255, 0.08)',
        ),
      },
    },
    slotRecipes,
  },
})

/** Chakra with our tokens and only the recipes in use. */
export const system = createSystem(defaultBaseConfig, config)
