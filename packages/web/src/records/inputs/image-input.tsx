import { Box, chakra } from '@chakra-ui/react'
import { type ClipboardEvent, type DragEvent, useEffect, useRef, useState } from 'react'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { editsPictures, expandedPhoto, imageField } from '@tiffin/core/rules'
import { hasAi, type Problem } from '@tiffin/core/screens'
import { Button } from '../../ui/controls.ts'
import { Icon } from '../../ui/icon.tsx'
import { LazyBoundary } from '../../ui/lazy-boundary.tsx'
import { CropDialog } from '../rare-components.ts'
import { type PickedFile, pickFile } from '../images/picked-file.ts'
import { useRecords } from '../records-context.ts'
import { textOf } from '../text-of.ts'
import { usePictureUrl } from '../use-picture-url.ts'
import { controlProps, type InputProps } from './input-props.ts'

const TYPES = 'image/png,image/jpeg,image/webp,image/gif,image/avif'

/** The purpose of the open crop dialog. */
interface OpenImageDialog {
  source: string | null
  filename: string
}

/** An image: chosen, dropped or pasted, cropped to the size of its field, or generated from a description. */
export function ImageInput(props: InputProps) {
  const { name, label, value, disabled, onChange } = props
  const t = useTranslate()
  const { actor, screen, area, user } = useRecords()
  const field = imageField(screen.entity.name, name)
  const stored = textOf(value)
  const urlOf = usePictureUrl()
  const [open, setOpen] = useState<OpenImageDialog | null>(null)
  const [problem, setProblem] = useState<Problem>()
  const [over, setOver] = useState(false)
  const drawsPictures =
    useSelected(useCore().session.store, (state) => state.drawsPictures) && hasAi(user, area) && editsPictures(actor)
  const chooser = useRef<HTMLInputElement>(null)
  const picked = usePicked()

  async function choose(file: File | undefined): Promise<void> {
    if (!file || disabled) return
    const found = await pickFile(file, field)
    if (!('url' in found)) return setProblem(found)
    setProblem(undefined)
    picked(found)
    setOpen({ source: found.url, filename: found.name.slice(0, 255) })
  }
  const onDrop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    void choose(event.dataTransfer.files[0])
  }
  const onPaste = (event: ClipboardEvent): void => {
    const [file] = event.clipboardData.files
    if (!file) return
    event.preventDefault()
    void choose(file)
  }
  const close = (): void => {
    setOpen(null)
    picked(null)
  }
  const described = [props.describedBy, problem && `${props.id}-file`].filter(Boolean).join(' ') || undefined

  return (
    <>
      <Box
        display="grid"
        gap="2"
        p="2"
        borderWidth="1px"
        borderStyle="dashed"
        borderColor={over ? 'accent' : 'border.control'}
        borderRadius="l2"
        data-testid={`image-${name}`}
        onPaste={onPaste}
        onDragOver={(event) => {
          if (disabled) return
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <Box display="flex" gap="3" flexWrap="wrap" alignItems="start">
          <Photo key={stored} src={stored === '' ? '' : urlOf(stored, field.editor)} />
          {!disabled && (
            <Box flex="1" minW="40" display="grid" gap="2" alignContent="start">
              <Box fontSize="sm" color="fg.muted">
                {t('Drop an image here, paste it, or choose a file')}
                {field.canvas && <Box>{t('Minimum size: %1x%2', [field.canvas.width, field.canvas.height])}</Box>}
              </Box>
              <Box display="flex" flexWrap="wrap" gap="2">
                <Button {...controlProps({ ...props, describedBy: described })} onClick={() => chooser.current?.click()}>
                  {t('Choose a file')}
                </Button>
                {stored !== '' && (
                  <Button onClick={() => setOpen({ source: urlOf(stored), filename: stored.slice(0, 255) })}>{t('Crop')}</Button>
                )}
                {drawsPictures && (
                  <Button onClick={() => setOpen({ source: null, filename: `${name}.png` })}>
                    {t('Generate image from a description')}
                  </Button>
                )}
                {stored !== '' && <Button onClick={() => onChange('')}>{t('Remove image')}</Button>}
              </Box>
            </Box>
          )}
        </Box>
        {!disabled && (
          <input
            ref={chooser}
            type="file"
            hidden
            accept={TYPES}
            onChange={(event) => {
              void choose(event.target.files?.[0])
              // Allows choosing the same file again.
              event.target.value = ''
            }}
          />
        )}
        {problem && (
          <Box id={`${props.id}-file`} role="alert" fontSize="sm" color="negative">
            {t.sentence(problem)}
          </Box>
        )}
      </Box>
      {/* Outside the box, so that pasting into the dialog does not change this field. */}
      {open && (
        <LazyBoundary onFail={close}>
          <CropDialog
            {...open}
            field={field}
            fieldName={`${screen.entity.name}.${name}`}
            label={label}
            onClose={close}
            onSaved={(made) => {
              onChange(made)
              close()
            }}
          />
        </LazyBoundary>
      )}
    </>
  )
}

/** The current image in its larger size (IMG-14); an icon if there is none or it can't be loaded (IMG-17). */
function Photo({ src }: { src: string }) {
  const t = useTranslate()
  const [failed, setFailed] = useState(false)
  const { width, height } = expandedPhoto
  if (src === '' || failed)
    return (
      <Box
        display="grid"
        placeItems="center"
        alignContent="center"
        gap="1"
        bg="bg.muted"
        color="fg.muted"
        borderRadius="l2"
        w="28"
        h="28"
        fontSize="sm"
      >
        <Icon name="image" size={28} />
        {t('No image')}
      </Box>
    )
  return (
    <chakra.img
      src={src}
      alt={t('Image')}
      bg="bg.muted"
      borderRadius="l2"
      style={{ maxWidth: width, maxHeight: height }}
      onError={() => setFailed(true)}
    />
  )
}

/** Holds the object URL of the last picked file and revokes the previous one to free its memory. */
function usePicked(): (next: PickedFile | null) => void {
  const held = useRef<string | null>(null)
  const hold = (next: PickedFile | null): void => {
    if (held.current !== null) URL.revokeObjectURL(held.current)
    held.current = next?.url ?? null
  }
  useEffect(
    () => () => {
      if (held.current !== null) URL.revokeObjectURL(held.current)
    },
    [],
  )
  return hold
}
