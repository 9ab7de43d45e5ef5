import { isApiError } from '@tiffin/sdk/contract'
import { call } from './call.ts'
import { element } from './element.ts'
import { sentence } from './sentence.ts'
import type { Translate } from './texts.ts'

export interface SignedIn {
  token: string
  user: { user_id: number; name: string; phone: string; img: string }
}

const field = (label: string, input: HTMLInputElement): HTMLElement => element('label', {}, label, input)

/** Asks for the phone, then for the code that was sent to it (AMB-250). */
export function signInForm(options: {
  company: number
  lang: string
  t: Translate
  onSignedIn: (signedIn: SignedIn) => void
}): HTMLElement {
  const { company, lang, t, onSignedIn } = options
  const place = element('div', { class: 'sign-in' })
  askPhone('')
  return place

  function show(form: HTMLFormElement, first: HTMLInputElement): void {
    place.replaceChildren(form)
    first.focus()
  }

  /** A form that shows why its call failed. */
  function form(submit: () => Promise<void>, button: string, ...parts: (Node | string)[]): HTMLFormElement {
    const problem = element('p', { role: 'alert', class: 'problem' })
    const go = element('button', { type: 'submit', class: 'solid' }, button)
    return element(
      'form',
      {
        submit: (event: SubmitEvent) => {
          event.preventDefault()
          go.disabled = true
          problem.textContent = ''
          submit()
            .catch((error: unknown) => {
              problem.textContent = isApiError(error) && error.code !== 'network' ? sentence(error) : t('failed')
            })
            .finally(() => (go.disabled = false))
        },
      },
      ...parts,
      problem,
      go,
    )
  }

  function askPhone(given: string): void {
    const phone = element('input', {
      type: 'tel',
      name: 'phone',
      required: true,
      autocomplete: 'tel',
      maxlength: '40',
      value: given,
      dir: 'ltr',
    })
    const send = async (): Promise<void> => {
      await call('code', { company, phone: phone.value, lang }, lang)
      askCode(phone.value)
    }
    show(form(send, t('sendCode'), element('p', {}, t('intro')), field(t('phone'), phone)), phone)
  }

  function askCode(phone: string): void {
    const code = element('input', {
      name: 'code',
      required: true,
      inputmode: 'numeric',
      autocomplete: 'one-time-code',
      maxlength: '20',
      dir: 'ltr',
    })
    const name = element('input', { name: 'name', autocomplete: 'name', maxlength: '200', dir: 'auto' })
    const enter = async (): Promise<void> =>
      onSignedIn(await call<SignedIn>('login', { company, phone, code: code.value, name: name.value }, lang))
    const back = element('button', { type: 'button', class: 'plain', click: () => askPhone(phone) }, t('otherPhone'))
    const asked = form(enter, t('signIn'), element('p', {}, t('codeSent', phone)), field(t('code'), code), field(t('name'), name))
    asked.append(back)
    show(asked, code)
  }
}
