import { Box, chakra, Dialog } from '@chakra-ui/react'
import { useTranslate } from '@tiffin/core/react'
import { Button } from '../ui/controls.ts'
import { Overlay } from '../ui/overlay.tsx'
import { saveAsFile } from '../ui/save-as-file.ts'
import { useCopy } from '../ui/use-copy.ts'

/** The only time that the codes are shown, so Escape does not close them. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useTranslate()
  const copy = useCopy()
  const text = `${codes.join('\n')}\n`
  return (
    <Overlay title={t('Recovery codes')} testId="recovery-codes">
      <Dialog.Body display="grid" gap="4">
        <Box>{t('Each code works once in place of a lost phone or passkey. They are not shown again.')}</Box>
        <chakra.ul
          dir="ltr"
          listStyleType="none"
          display="grid"
          gridTemplateColumns={{ base: '1fr', sm: '1fr 1fr' }}
          columnGap="4"
          rowGap="1"
          fontFamily="mono"
          fontSize="sm"
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </chakra.ul>
        <Box display="flex" flexWrap="wrap" gap="2">
          <Button autoFocus onClick={() => saveAsFile('tiffin-recovery-codes.txt', new Blob([text], { type: 'text/plain' }))}>
            {t('Download codes')}
          </Button>
          <Button onClick={() => copy(text)}>{t('Copy codes')}</Button>
        </Box>
      </Dialog.Body>
      <Dialog.Footer>
        <Button variant="solid" onClick={onClose}>
          {t('I have saved the codes')}
        </Button>
      </Dialog.Footer>
    </Overlay>
  )
}
