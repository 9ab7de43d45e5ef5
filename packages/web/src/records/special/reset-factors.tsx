import { Box } from '@chakra-ui/react'
import { useState } from 'react'
import { useCore, useTranslate } from '@tiffin/core/react'
import { FieldsDialog } from '../../factors/fields-dialog.tsx'
import { Button } from '../../ui/controls.ts'
import type { EditorState } from '../editor/use-editor.ts'
import { useRecords } from '../records-context.ts'
import { textOf } from '../text-of.ts'

/** For a person who has lost their second factor; the server decides who may. */
export function ResetFactors({ editor }: { editor: EditorState }) {
  const t = useTranslate()
  const { client, notices } = useCore()
  const { company, user } = useRecords()
  const [asking, setAsking] = useState(false)
  const admin = Number(editor.row['admin_id'] ?? 0)
  if (editor.isNew || admin === user.admin_id) return null
  return (
    <>
      <Button onClick={() => setAsking(true)}>{t('Reset two-step sign-in')}</Button>
      {asking && (
        <FieldsDialog
          title={t('Reset two-step sign-in of %1?', [textOf(editor.row['login'])])}
          testId="reset-factors"
          action={t('Reset two-step sign-in')}
          names={['reason']}
          onSubmit={async ({ reason }) => {
            await client.Factor.reset({ admin_id: admin, reason }, company === undefined ? {} : { company })
            notices.show('positive', 'Two-step sign-in reset')
            setAsking(false)
          }}
          onClose={() => setAsking(false)}
        >
          <Box>
            {t(
              'For someone who has lost their phone. It signs them out everywhere, and they are told by email. The reason is kept in the history.',
            )}
          </Box>
        </FieldsDialog>
      )}
    </>
  )
}
