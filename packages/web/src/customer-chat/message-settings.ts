import { isApiError } from '@tiffin/sdk/contract'
import { endPush, findPush, subscribeToPush } from '../browser-push.ts'
import { call } from './call.ts'
import { element } from './element.ts'
import { icon } from './icon.ts'
import { sentence } from './sentence.ts'
import type { Translate } from './texts.ts'

interface Consent {
  mail: boolean
  push: boolean
  email: string
}

/** Where this company's customers are registered: apart from the console and other companies of this server. */
export const pushScope = (company: number): string => `/chat/${company}/`

const hasPush = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** Consent to messages (AMB-258): a button and the panel that it opens. Not in frames, which can't ask for it (AMB-259). */
export function messageSettings(options: { token: string; company: number; lang: string; t: Translate }) {
  const { token, company, lang, t } = options
  const scope = pushScope(company)
  const customer = <T>(method: Parameters<typeof call>[0], data: object = {}): Promise<T> =>
    call<T>(method, { customer_token: token, ...data }, lang)

  const problem = element('p', { role: 'alert', class: 'problem' })
  const push = element('input', { type: 'checkbox', role: 'switch' })
  const mail = element('input', { type: 'checkbox', role: 'switch' })
  const email = element('input', {
    type: 'email',
    name: 'email',
    autocomplete: 'email',
    maxlength: '100',
    dir: 'ltr',
    required: true,
  })
  const save = element('button', { type: 'submit', class: 'solid' }, t('save'))
  const form = element(
    'form',
    { submit: (event: SubmitEvent) => (event.preventDefault(), run(saveMail)) },
    element('label', {}, t('email'), email),
    save,
  )
  const panel = element(
    'section',
    { class: 'settings', id: 'settings', 'aria-label': t('messages'), hidden: true },
    hasPush() ? element('label', { class: 'switch' }, push, t('tellMe')) : element('p', {}, t('noPush')),
    element('label', { class: 'switch' }, mail, t('mailMe')),
    form,
    problem,
  )
  const button = element(
    'button',
    {
      type: 'button',
      class: 'icon',
      'aria-label': t('messages'),
      title: t('messages'),
      'aria-controls': 'settings',
      click: toggle,
    },
    icon('bell'),
  )
  button.setAttribute('aria-expanded', 'false')
  push.addEventListener('change', () => run(() => (push.checked ? turnPushOn() : turnPushOff())))
  mail.addEventListener('change', () => {
    form.hidden = !mail.checked
    if (!mail.checked) run(async () => show(await customer('consent', { mail: false })))
    else if (email.value === '') email.focus()
    else run(saveMail)
  })

  function toggle(): void {
    panel.hidden = !panel.hidden
    button.setAttribute('aria-expanded', String(!panel.hidden))
    if (!panel.hidden) run(async () => show(await customer('consent')))
  }

  /** Disables the switches while it works; after a failure they show the stored consent. */
  function run(work: () => Promise<void>): void {
    problem.textContent = ''
    for (const control of [push, mail, save]) control.disabled = true
    work()
      .catch(async (error: unknown) => {
        const text = isApiError(error) && error.code !== 'network' ? sentence(error) : t('failed')
        await customer<Consent>('consent').then(show, () => {})
        problem.textContent = text
      })
      .finally(() => {
        for (const control of [push, mail, save]) control.disabled = false
      })
  }

  async function show(consent: Consent): Promise<void> {
    push.checked = consent.push && hasPush() && Notification.permission === 'granted' && (await findPush(scope)) !== undefined
    mail.checked = consent.mail
    form.hidden = !consent.mail
    email.value = consent.email
  }

  async function saveMail(): Promise<void> {
    await show(await customer('consent', { mail: true, email: email.value.trim() }))
  }

  async function turnPushOn(): Promise<void> {
    if ((await Notification.requestPermission()) !== 'granted') {
      push.checked = false
      problem.textContent = t('blocked')
      return
    }
    const { key } = await customer<{ key: string }>('pushKey')
    await customer('pushSubscribe', { subscription: await subscribeToPush(key, scope) })
    await show(await customer('consent', { push: true }))
  }

  async function turnPushOff(): Promise<void> {
    const endpoint = await endPush(scope)
    if (endpoint !== undefined) await customer('pushUnsubscribe', { endpoint })
    await show(await customer('consent', { push: false }))
  }

  return { button, panel }
}
