import { useEffect, useState } from 'react'
import { Box, Text, useWindowSize } from 'ink'
import { createPairing, type Pairing } from '@tiffin/core'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { formatSeconds } from '@tiffin/core/rules'
import { Footer } from '../board/footer.tsx'
import { NowProvider, useNow } from '../board/now.tsx'
import { useTheme } from '../theme/theme.ts'
import { qrLines } from '../theme/qr.ts'
import { wrap } from '../theme/text.ts'
import { useKeys } from '../view/keyboard.ts'

interface PairProps {
  url: string
  /** The name that owners see for this device. */
  name: string
  onPassword: () => void
  onQuit: () => void
}

/** Shows the pairing code, also as a QR code, until an owner has confirmed it (KDS-25). */
export function Pair(props: PairProps) {
  const core = useCore()
  const [pairing] = useState(() => createPairing(core))
  const { rows, columns } = useWindowSize()
  useEffect(() => {
    void pairing.startPairing(props.name)
  }, [pairing, props.name])
  useKeys('pair', (command) => {
    if (command === 'retry') {
      pairing.cancel()
      void pairing.startPairing(props.name)
      return
    }
    // After quitting, the same code is shown again; only signing in instead cancels it.
    if (command === 'password') {
      pairing.cancel()
      props.onPassword()
    } else props.onQuit()
  })
  return (
    <NowProvider>
      <Box flexDirection="column" width={columns} height={rows} overflow="hidden">
        <Waiting pairing={pairing} url={props.url} width={columns} height={rows - 1} />
        <Footer />
      </Box>
    </NowProvider>
  )
}

/** Number of lines around the QR code. */
const LINES_AROUND_QR = 6

interface WaitingProps {
  pairing: Pairing
  url: string
  width: number
  height: number
}

function Waiting({ pairing, url, width, height }: WaitingProps) {
  const { ports, session } = useCore()
  const t = useTranslate()
  const theme = useTheme()
  // Re-rendered every second for the remaining time.
  useNow()
  const { code, until, error, phase } = useSelected(pairing.store, (state) => state)
  const wasRevoked = useSelected(session.store, (state) => state.error?.code === 'session_required')
  const left = Math.max(0, Math.ceil((until - ports.clock.now()) / 1000))
  const link = pairLink(url, code)
  const picture = code === '' ? [] : qrLines(link, theme.ascii)
  const hasRoom = picture.length + LINES_AROUND_QR <= height && (picture[0]?.length ?? 0) + 4 <= width
  return (
    <Box flexDirection="column" height={height} paddingX={2} overflow="hidden">
      <Text {...theme.style('accent')} bold>{`${theme.marks.brand} Tiffin  ${t('Pair this device')}`}</Text>
      {wasRevoked && (
        <Text
          {...theme.style('late')}
        >{`${theme.marks.late} ${t("An owner revoked this device's access. Ask to pair it again.")}`}</Text>
      )}
      {wrap(t('Ask an owner to confirm this code at %1 or with: %2', [url, 'tiffin device confirm']), width - 4).map((line) => (
        <Text key={line}>{line}</Text>
      ))}
      {code === '' ? (
        <Text dimColor>{phase === 'failed' ? ' ' : t('Getting a code…')}</Text>
      ) : (
        <Text>
          <Text bold inverse>{`  ${[...code].join(' ')}  `}</Text>
          <Text dimColor>{`  ${t('expires in %1', [formatSeconds(left)])}`}</Text>
        </Text>
      )}
      {error !== null && <Text {...theme.style('late')}>{`${theme.marks.late} ${t.message(error.message, error.params)}`}</Text>}
      <Text> </Text>
      {hasRoom &&
        picture.map((line, index) => (
          <Text key={index} color="black" backgroundColor="white">
            {line}
          </Text>
        ))}
    </Box>
  )
}

/** The page where an owner confirms a code. */
const pairLink = (url: string, code: string): string => new URL(`/pair?code=${code}`, url).href
