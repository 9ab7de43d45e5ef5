import { Box, chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import type { ConsolePush } from '@tiffin/core'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { Switch } from '../records/inputs/choice-inputs.tsx'

/** In the profile: whether this device shows push messages. */
export function PushSection() {
  const t = useTranslate()
  const { push } = useCore()
  const { data } = useQuery({
    queryKey: ['push'],
    enabled: push !== undefined,
    queryFn: async () => {
      const loaded = await push?.()
      await loaded?.start()
      return loaded ?? null
    },
    meta: { failure: "can't load push messages" },
  })
  return (
    <Box as="section" mt="5" display="grid" gap="2" data-testid="push" aria-label={t('Notifications')}>
      <Box as="h3" fontWeight="semibold">
        {t('Notifications')}
      </Box>
      {!push && <Box color="fg.muted">{t("This browser can't show notifications.")}</Box>}
      {data && <PushSwitch push={data} />}
    </Box>
  )
}

function PushSwitch({ push }: { push: ConsolePush }) {
  const t = useTranslate()
  const { isOn, isBusy, problem } = useSelected(push.store, (state) => state)
  return (
    <>
      <chakra.label display="flex" gap="3" alignItems="center" minH="control" cursor="pointer">
        <Switch
          type="checkbox"
          role="switch"
          checked={isOn}
          disabled={isBusy}
          onChange={(event) => void push.turn(event.target.checked)}
        />
        {t('Show notifications on this device')}
      </chakra.label>
      <Box fontSize="sm" color={problem ? 'negative' : 'fg.muted'} role={problem ? 'alert' : undefined}>
        {problem === 'denied'
          ? t('Notifications are blocked for this site. Allow them in the settings of your browser.')
          : problem === 'failed'
            ? t("Can't turn notifications on or off. Try again.")
            : t('You get them even while the console is closed, until you sign out.')}
      </Box>
    </>
  )
}
