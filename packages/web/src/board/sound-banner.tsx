import { Box } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/controls.ts'

/** Asks for the click that browsers require before order alarms can sound (AMB-099). */
export function SoundBanner() {
  const t = useTranslate()
  const { boardSettings, ports } = useCore()
  const isOn = useSelected(boardSettings.store, (state) => state.sound)
  const [blocked, setBlocked] = useState(false)
  useEffect(() => (isOn ? ports.sound?.watchBlocked?.(setBlocked) : undefined), [ports, isOn])
  if (!isOn || !blocked) return null
  return (
    <Banner tone="info" testId="sound-blocked">
      <Box display="flex" alignItems="center" flexWrap="wrap" columnGap="3" rowGap="1">
        <span>{t('This browser blocks sound until you click.')}</span>
        {/* Any click on the page works; this button makes that visible. */}
        <Button size="sm">{t('Turn on sound')}</Button>
      </Box>
    </Banner>
  )
}
