import { Box } from '@chakra-ui/react'
import { useRef, useState } from 'react'
import { isApiError } from '@tiffin/sdk/contract'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { soundUrl } from '@tiffin/core/rules'
import { customSoundLabel, type Problem, soundNames } from '@tiffin/core/screens'
import { Button, NativeSelect } from '../../ui/controls.ts'
import { Icon } from '../../ui/icon.tsx'
import { textOf } from '../text-of.ts'
import { controlProps, type InputProps } from './input-props.ts'
import { pickSound } from './picked-sound.ts'

/** A built-in sound or an uploaded file (REF-02, REF-05). */
export function AudioInput(props: InputProps) {
  const t = useTranslate()
  const { client, ports, session } = useCore()
  const folder = useSelected(session.store, ({ addresses }) => addresses.sounds)
  const chooser = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<Problem>()
  const value = textOf(props.value)
  const sounds = soundNames(t)
  const isOwn = sounds.every(([source]) => source !== value)

  async function choose(file: File | undefined): Promise<void> {
    if (!file) return
    try {
      const found = await pickSound(file)
      if (!('data' in found)) return setProblem(found)
      const { data } = await client.Sound.save(found)
      setProblem(undefined)
      props.onChange(data.filename)
    } catch (error) {
      ports.log("can't store the sound", error)
      setProblem(isApiError(error) ? error : { text: 'Something went wrong' })
    }
  }

  return (
    <Box display="grid" gap="2">
      <Box display="flex" flexWrap="wrap" gap="2">
        <NativeSelect
          {...controlProps(props)}
          flex="1 1 160px"
          value={value}
          onChange={(event) => props.onChange(event.target.value)}
        >
          {isOwn && <option value={value}>{customSoundLabel(t)}</option>}
          {sounds.map(([source, label]) => (
            <option key={source} value={source}>
              {label}
            </option>
          ))}
        </NativeSelect>
        <Button disabled={value === ''} onClick={() => ports.sound?.alarm(soundUrl(folder, value))}>
          <Icon name="sound" />
          {t('Listen')}
        </Button>
        <Button disabled={props.disabled} onClick={() => chooser.current?.click()}>
          {t('Choose a file…')}
        </Button>
        <input
          ref={chooser}
          type="file"
          hidden
          accept="audio/*"
          data-testid={`sound-${props.name}`}
          onChange={({ target }) => {
            void choose(target.files?.[0])
            target.value = ''
          }}
        />
      </Box>
      {problem && (
        <Box role="alert" fontSize="sm" color="negative">
          {t.sentence(problem)}
        </Box>
      )}
    </Box>
  )
}
