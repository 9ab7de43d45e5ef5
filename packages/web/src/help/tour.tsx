import { Box, chakra, Portal } from '@chakra-ui/react'
import { Tour as ArkTour, type TourStepDetails, useTour } from '@ark-ui/react/tour'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { pages } from '@tiffin/core/rules'
import { targets, type TourStep } from '@tiffin/core/help'
import { useCore, useTranslate } from '@tiffin/core/react'
import { useLocation, useNavigate } from 'react-router'
import { Button } from '../ui/controls.ts'
import { Icon } from '../ui/icon.tsx'
import { findTarget, isVisible, waitForTarget } from './guide-target.ts'
import { HelpText, useHelpText } from './help-text.tsx'

// Above the menu and dialogs. The library adds each part's own layer.
const layer = { '--tour-z-index': 'zIndex.drawer', zIndex: 'calc(var(--tour-layer) + var(--tour-z-index))' } as const
const Backdrop = chakra(ArkTour.Backdrop, { base: { ...layer, bg: 'bg.scrim' } })
const Spotlight = chakra(ArkTour.Spotlight, {
  base: { ...layer, outlineWidth: '2px', outlineStyle: 'solid', outlineColor: 'accent' },
})
const Positioner = chakra(ArkTour.Positioner, {
  base: {
    ...layer,
    maxW: '100vw',
    '&[data-type=dialog]': { position: 'fixed', inset: '0', display: 'grid', placeItems: 'center' },
  },
})
const Content = chakra(ArkTour.Content, {
  base: {
    bg: 'bg.panel',
    borderWidth: '1px',
    borderRadius: 'l3',
    boxShadow: 'float',
    p: '4',
    w: 'min(340px, calc(100vw - 24px))',
    outline: 'none',
  },
})
const Title = chakra(ArkTour.Title, { base: { fontWeight: 'semibold' } })
const Description = chakra(ArkTour.Description, { base: { fontSize: 'sm', lineHeight: 'tall', mt: '1' } })

interface Props {
  steps: readonly TourStep[]
  /** Index of the step to begin with. */
  from: number
  onStep: (index: number) => void
  /** The user closed or finished it. */
  onEnd: () => void
}

/** Points at one control after another, on the page of each (TOUR-01 to TOUR-04, AMB-260). */
export function Tour({ steps, from, onStep, onEnd }: Props) {
  const t = useTranslate()
  const translate = useHelpText()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { notices } = useCore()

  const latest = useRef({ pathname, onStep, translate })
  useLayoutEffect(() => {
    latest.current = { pathname, onStep, translate }
  })
  // The library would begin again with other steps.
  const [details] = useState(() =>
    steps.map(({ target, title, text }, index): TourStepDetails => {
      const route = targets[target]
      /** A control that a narrow window hides is explained without being pointed at. */
      const visible = (): HTMLElement | null => {
        const element = findTarget(target)
        return element !== null && isVisible(element) ? element : null
      }
      return {
        id: target,
        title: title.en,
        description: text.en,
        target: visible,
        effect({ show, update, goto, dismiss }) {
          const abort = new AbortController()
          if (route !== null && latest.current.pathname !== pages[route].path) void navigate(pages[route].path)
          void waitForTarget(target, abort.signal).then((element) => {
            if (abort.signal.aborted) return
            if (element === null) {
              notices.show('negative', 'The tour can’t find “%1” on this page', { params: [latest.current.translate(title)] })
              const next = steps[index + 1]
              return next === undefined ? dismiss() : goto(next.target)
            }
            latest.current.onStep(index)
            update(visible() === null ? { type: 'dialog', target: undefined } : { type: 'tooltip', target: visible })
            show()
          })
          return () => abort.abort()
        },
      }
    }),
  )
  const tour = useTour({
    steps: details,
    onStatusChange: ({ status }) => {
      if (status === 'dismissed' || status === 'completed' || status === 'skipped' || status === 'not-found') onEnd()
    },
    closeOnInteractOutside: false,
    keyboardNavigation: false,
  })
  const start = useEffectEvent(() => tour.start(steps[from]?.target))
  useEffect(() => start(), [])
  const index = steps.findIndex(({ target }) => target === tour.step?.id)
  const step = steps[index]
  const move = (by: number): void => {
    const next = steps[index + by]
    if (next) tour.setStep(next.target)
    else onEnd()
  }
  return (
    <ArkTour.Root tour={tour}>
      <Portal>
        <Backdrop />
        <Spotlight />
        <Positioner>
          <Content data-guided data-testid="tour">
            {step && (
              <>
                <Box display="flex" alignItems="center" justifyContent="space-between" gap="2">
                  <Title>{translate(step.title)}</Title>
                  <Button variant="ghost" size="icon" aria-label={t('Close')} title={t('Close')} onClick={onEnd}>
                    <Icon name="close" />
                  </Button>
                </Box>
                <Description>
                  <HelpText text={step.text} />
                </Description>
                <Box display="flex" alignItems="center" gap="2" mt="4">
                  {steps.length > 1 && (
                    <Box flex="1" fontSize="sm" color="fg.muted" data-testid="tour-progress">
                      {t('%1 of %2', [index + 1, steps.length])}
                    </Box>
                  )}
                  {index > 0 && <Button onClick={() => move(-1)}>{t('Back')}</Button>}
                  <Button ms="auto" variant="solid" onClick={() => move(1)}>
                    {index === steps.length - 1 ? t('Close') : t('Next')}
                  </Button>
                </Box>
              </>
            )}
          </Content>
        </Positioner>
      </Portal>
    </ArkTour.Root>
  )
}
