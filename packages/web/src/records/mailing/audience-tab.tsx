import { Box, chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { type Audience, isApiError } from '@tiffin/sdk/contract'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { normalizeDigits } from '@tiffin/core/rules'
import { audienceLabels, translateParams } from '@tiffin/core/screens'
import { Input } from '../../ui/controls.ts'
import type { EditorState } from '../editor/use-editor.ts'
import { Switch } from '../inputs/choice-inputs.tsx'
import { RecordSelect } from '../inputs/record-select.tsx'
import { SubField } from '../inputs/sub-field.tsx'
import { useCurrency } from '../use-unit.ts'
import { WithoutMailing } from './count-lines.tsx'
import { useAudienceCount, useCountText, useMailingScope } from './use-mailing.ts'
import { WhySteps } from './why-steps.tsx'

const numbers = ['orders_min', 'ordered_within_days', 'not_ordered_for_days'] as const satisfies readonly (keyof Audience)[]

/** Who gets a mailing: its conditions, and how many customers meet them. */
export function AudienceTab({ editor }: { editor: EditorState }) {
  const t = useTranslate()
  const problem = editor.problems['audience']
  return (
    <Box display="flex" flexWrap="wrap" gap="6" data-field="audience">
      <Box flex="1 1 320px" minW="0" display="grid" gap="4" alignContent="start">
        <Box color="fg.muted">{t('Customers who meet every condition. Without conditions, all enabled customers.')}</Box>
        {editor.row['state'] === 'scheduled' && <Box>{t('The mailing is scheduled. Cancel its schedule to change it.')}</Box>}
        {problem && (
          <Box role="alert" color="negative">
            {t.sentence(translateParams(problem, t))}
          </Box>
        )}
        <Conditions editor={editor} />
      </Box>
      <Box flex={{ base: '1 1 100%', md: '0 0 264px' }} display="grid" gap="5" alignContent="start">
        <Count editor={editor} />
        {!editor.isNew && <OneCustomer editor={editor} />}
      </Box>
    </Box>
  )
}

function Conditions({ editor }: { editor: EditorState }) {
  const t = useTranslate()
  const { session } = useCore()
  const languages = useSelected(session.store, (state) => state.languages)
  const currency = useCurrency()
  const audience = (editor.row['audience'] ?? {}) as Audience
  const disabled = !editor.open.writable.includes('audience')
  const { langs = [] } = audience
  const set = (name: keyof Audience, value: unknown): void => {
    const { [name]: _before, ...others } = (editor.latest()['audience'] ?? {}) as Audience
    editor.set('audience', value === undefined ? others : { ...others, [name]: value })
  }
  const toggle = (code: string, on: boolean): void => {
    const next = on ? [...langs, code] : langs.filter((other) => other !== code)
    set('langs', next.length === 0 ? undefined : next)
  }
  return (
    <>
      <chakra.fieldset>
        <chakra.legend fontSize="sm" color="fg.muted" mb="1">
          {t(audienceLabels.langs)}
        </chakra.legend>
        <Box display="flex" flexWrap="wrap" columnGap="4">
          {languages.map(({ code, name }) => (
            <chakra.label key={code} display="inline-flex" gap="1.5" alignItems="center" minH="7">
              <input
                type="checkbox"
                disabled={disabled}
                checked={langs.includes(code)}
                onChange={(event) => toggle(code, event.target.checked)}
              />
              <span lang={code}>{name}</span>
            </chakra.label>
          ))}
        </Box>
      </chakra.fieldset>
      <Box display="grid" gridTemplateColumns="repeat(auto-fit, minmax(180px, 1fr))" gap="3">
        {numbers.map((name) => (
          <SubField key={name} label={t(audienceLabels[name])}>
            <Input
              type="number"
              min={1}
              dir="ltr"
              disabled={disabled}
              value={audience[name] ?? ''}
              onChange={(event) => set(name, event.target.value === '' ? undefined : Number(event.target.value))}
            />
          </SubField>
        ))}
        <SubField label={[t(audienceLabels.bonus_min), currency].filter(Boolean).join(', ')}>
          <Input
            inputMode="decimal"
            dir="ltr"
            disabled={disabled}
            value={audience.bonus_min ?? ''}
            onChange={(event) => {
              const text = normalizeDigits(event.target.value).replace(/[,٫]/, '.').trim()
              set('bonus_min', text === '' ? undefined : text)
            }}
          />
        </SubField>
      </Box>
      <chakra.label display="flex" gap="3" alignItems="center" minH="control" cursor="pointer">
        <Switch
          type="checkbox"
          role="switch"
          disabled={disabled}
          checked={audience.testers === true}
          onChange={(event) => set('testers', event.target.checked ? true : undefined)}
        />
        {t(audienceLabels.testers)}
      </chakra.label>
    </>
  )
}

/** The number of customers who would get the mailing now, as conditions are typed. */
function Count({ editor }: { editor: EditorState }) {
  const t = useTranslate()
  const number = useCountText()
  const { data, error, isFetching } = useAudienceCount(editor.row)
  return (
    <Box role="status" aria-busy={isFetching} data-testid="audience-count" display="grid" gap="2">
      {isApiError(error) ? (
        <Box color="negative">{t.message(error.message, error.params)}</Box>
      ) : !data ? (
        <Box h="12" />
      ) : (
        <>
          <Box fontSize="lg" fontWeight="semibold">
            {t('Recipients: %1', [number(data.will_get)])}
          </Box>
          <WithoutMailing count={data} channel={editor.row['channel']} />
        </>
      )}
    </Box>
  )
}

/** Says for any customer whether they get the mailing, and by which rule. */
function OneCustomer({ editor }: { editor: EditorState }) {
  const t = useTranslate()
  const { company } = useMailingScope(editor.row)
  const [user, setUser] = useState<number | null>(null)
  return (
    <Box display="grid" gap="2" data-testid="why-customer">
      <SubField label={t('Who gets it? Choose a customer')}>
        <RecordSelect to="user" value={user} company={company} clearable onChange={setUser} control={{}} />
      </SubField>
      {user !== null && <WhySteps row={editor.row} user={user} />}
    </Box>
  )
}
