import { chakra } from '@chakra-ui/react'
import { useTranslate } from '@tiffin/core/react'
import { useImport } from './import-context.ts'

const steps = [
  ['file', 'File'],
  ['columns', 'Columns'],
  ['plan', 'Plan'],
  ['done', 'Result'],
] as const

/** Where the user is; unknown values are part of the columns. */
export function StepList() {
  const t = useTranslate()
  const { state } = useImport()
  const current = state.step === 'values' ? 'columns' : state.step
  return (
    <chakra.ol display="flex" flexWrap="wrap" gap="1" listStyleType="none" fontSize="sm" aria-label={t('Steps')}>
      {steps.map(([step, name], index) => (
        <chakra.li
          key={step}
          px="2"
          py="0.5"
          borderRadius="full"
          color="fg.muted"
          aria-current={step === current ? 'step' : undefined}
          css={{ '&[aria-current]': { bg: 'accent.subtle', color: 'fg', fontWeight: 'medium' } }}
        >
          {index + 1}. {t(name)}
        </chakra.li>
      ))}
    </chakra.ol>
  )
}
