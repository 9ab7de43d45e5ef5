import { Box, chakra, Dialog, Portal } from '@chakra-ui/react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Cropper, type CropperRef, ImageRestriction } from 'react-advanced-cropper'
import 'react-advanced-cropper/dist/style.css'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { cropRatio, editsPictures, releaseCanvas, type ImageField } from '@tiffin/core/rules'
import { createImageDialog, hasAi, type Problem } from '@tiffin/core/screens'
import { Button, Input, NativeSelect } from '../../ui/controls.ts'
import { SubField } from '../inputs/sub-field.tsx'
import { useRecords } from '../records-context.ts'
import { stepKeys, type StepName, steps } from './crop-steps.ts'
import { drawCanvas, drawFullImage } from './draw-picture.ts'
import { problemOfSource } from './picked-file.ts'

/** The documented view modes (IMG-19) in the cropper's terms. */
const views = {
  Free: ImageRestriction.none,
  Contain: ImageRestriction.fitArea,
  Cover: ImageRestriction.fillArea,
  Strict: ImageRestriction.stencil,
} as const
type View = keyof typeof views

export interface CropDialogProps {
  /** The image to crop; null if one must be generated from a description first. */
  source: string | null
  filename: string
  /** For example `merchant.logo`, which determines the sizes. */
  fieldName: string
  field: ImageField
  label: string
  onSaved: (name: string) => void
  onClose: () => void
}

/** Crops an image to the size of its field, removes its background, or generates one (IMG-18 to IMG-26). */
export function CropDialog({ source, filename, fieldName, field, label, onSaved, onClose }: CropDialogProps) {
  const t = useTranslate()
  const { client, notices, ports, session } = useCore()
  const { actor, area, company, user } = useRecords()
  const ai = hasAi(user, area) && editsPictures(actor)
  const drawsPictures = useSelected(session.store, (state) => state.drawsPictures) && ai
  const [dialog] = useState(() => createImageDialog({ client, notices, clock: ports.clock, company }))
  const work = useSelected(dialog.store, (state) => state)
  const [picture, setPicture] = useState(source)
  const [refusal, setRefusal] = useState<Problem>()
  const [view, setView] = useState<View>('Strict')
  const [transparent, setTransparent] = useState(true)
  const [words, setWords] = useState('')
  const cropper = useRef<CropperRef>(null)
  const busy = work.phase === 'loading'
  const problem = refusal ?? (work.phase === 'error' ? work.problem : undefined)
  useEffect(() => () => dialog.stop(), [dialog])

  const size = field.canvas ?? { maxWidth: releaseCanvas.width, maxHeight: releaseCanvas.height }
  const draw = () =>
    drawCanvas(
      cropper.current?.getCanvas({ ...size, imageSmoothingQuality: 'high', ...(transparent ? {} : { fillColor: 'white' }) }) ??
        null,
      { filename, field: fieldName, transparent },
    )
  async function save(): Promise<void> {
    if (busy || picture === null) return
    setRefusal(undefined)
    const name = await dialog.save(draw)
    if (name !== null) onSaved(name)
  }
  /** Continues with an image from a service, if it is large enough. */
  async function take(made: string | null): Promise<void> {
    if (made === null) return
    const wrong = await problemOfSource(made, field)
    setRefusal(wrong)
    if (!wrong) setPicture(made)
  }
  const removeBackground = async (): Promise<void> => {
    if (picture !== null) await take(await dialog.removeBackground(() => drawFullImage(picture, filename)))
  }
  const generate = async (): Promise<void> => {
    if (!busy && words.trim() !== '') await take(await dialog.generate(words.trim()))
  }

  const act = (name: StepName, times = 1): void => {
    if (cropper.current) steps[name](cropper.current, times)
  }
  const areaKeys = (event: KeyboardEvent): void => {
    const name = event.ctrlKey || event.metaKey || event.altKey ? undefined : stepKeys[event.key]
    if (!name) return
    event.preventDefault()
    act(name, event.shiftKey ? 10 : 1)
  }
  /** The editor below has its own keys, which act on the record. */
  const dialogKeys = (event: KeyboardEvent): void => {
    event.stopPropagation()
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void save()
  }
  const buttons: [StepName, sign: string, label: string][] = [
    ['left', '←', t('Move left')],
    ['up', '↑', t('Move up')],
    ['down', '↓', t('Move down')],
    ['right', '→', t('Move right')],
    ['zoomOut', '−', t('Zoom out')],
    ['zoomIn', '+', t('Zoom in')],
    ['turnLeft', '↺', t('Rotate left')],
    ['turnRight', '↻', t('Rotate right')],
  ]
  const viewNames: [View, label: string][] = [
    ['Free', t('Crop view Free')],
    ['Contain', t('Crop view Contain')],
    ['Cover', t('Crop view Cover')],
    ['Strict', t('Crop view Strict')],
  ]
  const doing = { saving: t('Saving image'), removing: t('Removing background'), generating: t('Generating image') }

  return (
    <Dialog.Root open closeOnInteractOutside={false} onOpenChange={({ open }) => !open && onClose()}>
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner p={{ base: '0', sm: '4' }}>
          <Dialog.Content
            data-testid="crop-dialog"
            maxW="min(800px, 100vw)"
            maxH={{ base: '100dvh', sm: '90dvh' }}
            onKeyDown={dialogKeys}
          >
            <Dialog.Header>
              <Dialog.Title>{label}</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body display="grid" gap="3" alignContent="start">
              {picture !== null && (
                <>
                  <Box
                    tabIndex={0}
                    role="group"
                    aria-label={t('Crop area: arrow keys move, + and - zoom, [ and ] rotate, hold Shift for ten steps')}
                    data-testid="crop-area"
                    onKeyDown={areaKeys}
                    dir="ltr"
                  >
                    <div aria-hidden="true">
                      <Cropper
                        ref={cropper}
                        src={picture}
                        // Not needed: browsers rotate photos themselves, and the picture has a local URL.
                        checkOrientation={false}
                        crossOrigin={false}
                        imageRestriction={views[view]}
                        stencilProps={{ aspectRatio: cropRatio(field), grid: true }}
                        // The largest crop that the ratio allows.
                        defaultSize={({ imageSize, visibleArea }) => visibleArea ?? imageSize}
                        style={{ height: 'min(44dvh, 420px)' }}
                        onError={() => setRefusal({ text: 'Please select an image file' })}
                      />
                    </div>
                  </Box>
                  <Box display="flex" flexWrap="wrap" gap="1" alignItems="end">
                    {buttons.map(([name, sign, words]) => (
                      <Button key={name} size="icon" disabled={busy} aria-label={words} title={words} onClick={() => act(name)}>
                        {sign}
                      </Button>
                    ))}
                    <Box flex="1" />
                    <SubField label={t('Crop view')}>
                      <NativeSelect w="32" disabled={busy} value={view} onChange={(event) => setView(event.target.value as View)}>
                        {viewNames.map(([name, words]) => (
                          <option key={name} value={name}>
                            {words}
                          </option>
                        ))}
                      </NativeSelect>
                    </SubField>
                  </Box>
                  <Box display="flex" flexWrap="wrap" gap="3" alignItems="center">
                    <chakra.label display="inline-flex" gap="2" alignItems="center" minH="6">
                      <input
                        type="checkbox"
                        checked={transparent}
                        disabled={busy}
                        onChange={(event) => setTransparent(event.target.checked)}
                      />
                      {t('Keep transparency')}
                    </chakra.label>
                    {ai && (
                      <Button disabled={busy} onClick={() => void removeBackground()}>
                        {t('Remove background')}
                      </Button>
                    )}
                  </Box>
                </>
              )}
              {drawsPictures && (
                <Box display="flex" gap="2" alignItems="end">
                  <Box flex="1" minW="0">
                    <SubField label={t('Describe the image')}>
                      <Input
                        maxLength={4000}
                        disabled={busy}
                        value={words}
                        onChange={(event) => setWords(event.target.value)}
                        onKeyDown={(event) => event.key === 'Enter' && !event.ctrlKey && !event.metaKey && void generate()}
                      />
                    </SubField>
                  </Box>
                  <Button disabled={busy || words.trim() === ''} onClick={() => void generate()}>
                    {t('Generate')}
                  </Button>
                </Box>
              )}
              {problem && (
                <Box role="alert" color="negative" fontSize="sm">
                  {t.sentence(problem)}
                </Box>
              )}
            </Dialog.Body>
            <Dialog.Footer alignItems="center">
              <Box flex="1" minW="0" display="flex" gap="3" alignItems="center" role="status" color="fg.muted" fontSize="sm">
                {busy && (
                  <>
                    <progress aria-label={doing[work.doing]} />
                    {doing[work.doing]}
                  </>
                )}
              </Box>
              {busy ? <Button onClick={dialog.stop}>{t('Stop')}</Button> : <Button onClick={onClose}>{t('Cancel')}</Button>}
              <Button variant="solid" disabled={busy || picture === null} onClick={() => void save()}>
                {work.phase === 'error' ? t('Retry') : t('Save')}
              </Button>
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  )
}
