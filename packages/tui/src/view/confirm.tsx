import { Text } from 'ink'
import { useTranslate } from '@tiffin/core/react'
import { useTheme } from '../theme/theme.ts'
import { Frame } from './frame.tsx'
import { useKeys } from './keyboard.ts'

/** A question whose default answer is no. */
export function Confirm(props: { question: string; about: string; height: number; onYes: () => void; onNo: () => void }) {
  const t = useTranslate()
  const theme = useTheme()
  useKeys('confirm', (command) => (command === 'yes' ? props.onYes() : props.onNo()))
  return (
    <Frame title={props.question} height={props.height}>
      {props.about !== '' && <Text {...theme.style('warning')}>{props.about}</Text>}
      <Text>{`${t('Are you sure?')} [y/N]`}</Text>
    </Frame>
  )
}
