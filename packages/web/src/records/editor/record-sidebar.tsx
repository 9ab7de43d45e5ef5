import { Box, chakra } from '@chakra-ui/react'
import { useTranslate } from '@tiffin/core/react'
import { imageField } from '@tiffin/core/rules'
import { rowTitle, type Tab } from '@tiffin/core/screens'
import { Suspense } from 'react'
import { Avatar } from '../avatar.tsx'
import { LatestChanges } from '../history/latest-changes.tsx'
import { useRecords } from '../records-context.ts'
import { textOf } from '../text-of.ts'
import { specialComponents } from '../special/special-components.ts'
import { FieldRow } from './field-row.tsx'
import type { EditorState } from './use-editor.ts'

interface Props {
  tab: Tab
  editor: EditorState
  onTab: (tab: string) => void
}

/** Shown next to the fields of a tab: the record's image, states and latest changes. */
export function RecordSidebar({ tab, editor, onTab }: Props) {
  const fields = tab.side?.filter((name) => tab.fields.includes(name)) ?? []
  const stored = !editor.isNew && editor.base
  const { screen } = useRecords()
  const Special = specialComponents[screen.name]?.side
  const isShown = fields.length > 0 || Special !== undefined
  if (!isShown && !stored) return null
  return (
    <Box
      flex={{ base: '1 1 100%', lg: '0 0 264px' }}
      minW="0"
      display={{ base: isShown ? 'grid' : 'none', lg: 'grid' }}
      alignContent="start"
      gap="4"
      borderInlineStartWidth={{ base: '0', lg: '1px' }}
      ps={{ base: '0', lg: '6' }}
      data-testid="record-side"
    >
      {Special && (
        <Suspense fallback={null}>
          <Special editor={editor} />
        </Suspense>
      )}
      <RecordPicture tab={tab} editor={editor} onTab={onTab} />
      {fields.map((name) => (
        <FieldRow key={name} name={name} editor={editor} />
      ))}
      {stored && <LatestChanges base={stored} />}
    </Box>
  )
}

/** Size of the image, in px. */
const IMAGE_SIZE = 120

/** The image, with a link to the tab in which it can be changed. */
function RecordPicture({ tab, editor, onTab }: Props) {
  const t = useTranslate()
  const { screen, lang } = useRecords()
  const isPicture = (name: string): boolean => screen.entity.fields[name]?.kind === 'image'
  const from = editor.open.tabs.find(({ fields }) => fields.some(isPicture))
  const name = from?.fields.find(isPicture)
  if (!from || name === undefined || from.name === tab.name) return null
  const title = rowTitle(editor.row, lang)
  return (
    <chakra.button
      type="button"
      display="grid"
      justifyItems="start"
      justifySelf="start"
      gap="1"
      color="fg.muted"
      fontSize="sm"
      borderRadius="l2"
      cursor="pointer"
      _hover={{ color: 'fg' }}
      onClick={() => onTab(from.name)}
    >
      {t(from.name)}
      <Avatar
        src={textOf(editor.row[name])}
        name={title}
        size={IMAGE_SIZE}
        preview={imageField(screen.entity.name, name).editor}
      />
    </chakra.button>
  )
}
