import { Box, chakra, Dialog, Portal } from '@chakra-ui/react'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react'
import { type CompanyCreation, createCompanyCreation, isNamed, MAX_COMPANY_NAME } from '@tiffin/core/new-company'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { companyRoutes, localized } from '@tiffin/core/rules'
import { useNavigate } from 'react-router'
import { SubField } from '../records/inputs/sub-field.tsx'
import { Button, Input, NativeSelect } from '../ui/controls.ts'
import { useAskToLeave } from '../ui/use-unsaved.ts'
import { COMPANIES } from './companies-query.ts'
import { ContactDialog } from './contact-dialog.tsx'
import { TariffCards } from './tariff-cards.tsx'

/** Creates a company in two steps: its name, then a tariff, whose choice creates it (COMP-08 to 15). */
export function CreateCompanyDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslate()
  const core = useCore()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const askToLeave = useAskToLeave()
  const [creation] = useState(() => createCompanyCreation(core, navigator.languages))
  const [contact, setContact] = useState(false)
  const { phase, step, creating, unanswered, error } = useSelected(creation.store, (state) => state)
  useEffect(() => void creation.load(), [creation])

  async function create(tariff: number): Promise<void> {
    if (!(await creation.create(tariff))) return
    onClose()
    void queries.invalidateQueries({ queryKey: [COMPANIES] })
    await navigate(companyRoutes['Company-Tariff'])
  }
  const isSecond = step === 'tariff'
  return (
    <Dialog.Root open closeOnInteractOutside={false} onOpenChange={({ open }) => !open && creating === null && onClose()}>
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner p={{ base: '0', sm: '4' }}>
          <Dialog.Content data-testid="create-company" maxW={isSecond ? '760px' : '480px'} maxH={{ base: '100dvh', sm: '90dvh' }}>
            <Dialog.Header display="block">
              <Dialog.Title>{t('Create company')}</Dialog.Title>
              <Box fontSize="sm" color="fg.muted" aria-live="polite">
                {t('Step %1 of %2', [isSecond ? 2 : 1, 2])}
              </Box>
            </Dialog.Header>
            {phase === 'failed' ? (
              <NotLoaded onRetry={() => void creation.load()} onClose={onClose} />
            ) : isSecond ? (
              <>
                <Dialog.Body>
                  <TariffCards
                    creation={creation}
                    onCreate={(tariff) => askToLeave(() => void create(tariff))}
                    onContact={() => setContact(true)}
                  />
                </Dialog.Body>
                <Dialog.Footer flexWrap="wrap">
                  {error && (
                    <Box flex="1" minW="200px" color="negative" role="alert" data-testid="create-problem">
                      {t.sentence(error)}
                      {unanswered !== null &&
                        ` ${t('It is not known whether the company was created. Try again: no second one is created.')}`}
                    </Box>
                  )}
                  <Button onClick={creation.back} disabled={creating !== null || unanswered !== null}>
                    {t('Back')}
                  </Button>
                </Dialog.Footer>
              </>
            ) : (
              <NameStep creation={creation} onClose={onClose} />
            )}
            {contact && <ContactDialog onClose={() => setContact(false)} />}
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  )
}

function NotLoaded({ onRetry, onClose }: { onRetry: () => void; onClose: () => void }) {
  const t = useTranslate()
  return (
    <>
      <Dialog.Body role="alert">{t("Can't load the list")}</Dialog.Body>
      <Dialog.Footer>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button variant="solid" onClick={onRetry}>
          {t('Retry')}
        </Button>
      </Dialog.Footer>
    </>
  )
}

function NameStep({ creation, onClose }: { creation: CompanyCreation; onClose: () => void }) {
  const t = useTranslate()
  const { session } = useCore()
  const reader = useSelected(session.store, (state) => state.lang)
  const state = useSelected(creation.store, (now) => now)
  const { choices, country, lang, name } = state
  const isReady = state.phase === 'ready'
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const countries = useMemo(() => {
    const named = choices.countries.map(({ country_id, name: names }) => ({ key: country_id, text: localized(names, reader) }))
    const { compare } = new Intl.Collator(reader)
    return named.toSorted((a, b) => compare(a.text, b.text))
  }, [choices, reader])
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    creation.next()
  }
  return (
    <chakra.form display="contents" onSubmit={submit} noValidate>
      <Dialog.Body display="grid" gap="4">
        <SubField label={t('Company name')}>
          <Input
            ref={input}
            required
            autoComplete="organization"
            maxLength={MAX_COMPANY_NAME}
            value={name}
            onChange={(event) => creation.change({ name: event.target.value })}
          />
        </SubField>
        <SubField label={t('Country')}>
          <NativeSelect
            required
            disabled={!isReady}
            value={country ?? ''}
            onChange={({ target }) => creation.change({ country: target.value === '' ? null : Number(target.value) })}
          >
            <option value="">{t('Choose a country')}</option>
            {countries.map(({ key, text }) => (
              <option key={key} value={key}>
                {text}
              </option>
            ))}
          </NativeSelect>
        </SubField>
        <Box>
          <SubField label={t('Language')}>
            <NativeSelect
              disabled={!isReady}
              value={lang ?? ''}
              onChange={({ target }) => creation.change({ lang: Number(target.value) })}
            >
              {choices.languages.map(({ global_lang_id, name: own, code }) => (
                <option key={global_lang_id} value={global_lang_id} lang={code}>
                  {own}
                </option>
              ))}
            </NativeSelect>
          </SubField>
          <Box mt="1" fontSize="sm" color="fg.muted">
            {t('More languages can be added in the settings of the company.')}
          </Box>
        </Box>
      </Dialog.Body>
      <Dialog.Footer>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button type="submit" variant="solid" disabled={!isNamed(state)}>
          {t('Next')}
        </Button>
      </Dialog.Footer>
    </chakra.form>
  )
}
