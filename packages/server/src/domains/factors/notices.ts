import { emailSchema } from '@tiffin/sdk/contract'
import type { CallContext } from '#server/context'
import type { Tx } from '#db/database'
import { type ByLang, languageOf, mail, type Text } from '#domains/outbox/mail-text'
import { queueMessage } from '#domains/outbox/queue-message'

const USEFUL_SECONDS = 7 * 86_400

/** Queues a mail that tells a user about a change of how they sign in, in the transaction of the change. */
export async function sendNotice(tx: Tx, { lang }: Pick<CallContext, 'lang'>, admin: number, what: Notice): Promise<void> {
  const { address, login } = await noticeAddress(tx, admin)
  if (address === '') return
  const chosen = languageOf(lang)
  const text = (what === 'password_set' ? passwordSet(login) : factorChanged(login, notices[what]))[chosen]
  await queueMessage(tx, { channel: 'mail', recipient: address, lang: chosen, usefulSeconds: USEFUL_SECONDS, ...text })
}

/** The confirmed address, otherwise the login or the profile's. */
async function noticeAddress(tx: Tx, admin: number): Promise<{ login: string; address: string }> {
  const [row] = await tx.sql<{ login: string; email: string; confirmed: boolean }>(
    `select login, email, exists (select from verified_contact v
       where v.admin = a.admin_id and v.kind = 'mail' and v.value = lower(a.email)) as confirmed from admin a where admin_id = $1`,
    [admin],
  )
  if (!row) return { login: '', address: '' }
  const { login, email, confirmed } = row
  if (confirmed) return { login, address: email.toLowerCase() }
  return { login, address: emailSchema.safeParse(login).success && login !== '' ? login : email }
}

/** A change of how a user signs in, which they are told about. */
export type Notice = keyof typeof notices | 'password_set'

const notices = {
  totp_on: {
    en: 'An authenticator app was set up.',
    ru: 'Подключено приложение-аутентификатор.',
    ar: 'تم إعداد تطبيق مصادقة.',
  },
  totp_off: {
    en: 'The authenticator app was removed.',
    ru: 'Приложение-аутентификатор отключено.',
    ar: 'أُزيل تطبيق المصادقة.',
  },
  passkey_on: { en: 'A passkey was added.', ru: 'Добавлен ключ доступа.', ar: 'أُضيف مفتاح مرور.' },
  passkey_off: { en: 'A passkey was removed.', ru: 'Ключ доступа удалён.', ar: 'أُزيل مفتاح مرور.' },
  recovery_used: { en: 'A recovery code was used.', ru: 'Использован резервный код.', ar: 'استُخدم رمز استرداد.' },
  recovery_new: {
    en: 'New recovery codes were created. The earlier ones no longer work.',
    ru: 'Созданы новые резервные коды. Прежние больше не действуют.',
    ar: 'أُنشئت رموز استرداد جديدة. الرموز السابقة لم تعد تعمل.',
  },
  reset: {
    en: 'An administrator has turned off two-step sign-in and ended your sessions.',
    ru: 'Администратор отключил двухэтапный вход и завершил ваши сеансы.',
    ar: 'أوقف أحد المسؤولين تسجيل الدخول بخطوتين وأنهى جلساتك.',
  },
} as const satisfies Record<string, ByLang<string>>

const factorChanged = (login: string, what: ByLang<string>): ByLang<Text> => ({
  en: mail(
    'Two-step sign-in has changed',
    `Your Tiffin account ${login}: ${what.en}`,
    'If it was not you, set a new password at once and tell your administrator.',
  ),
  ru: mail(
    'Изменён двухэтапный вход',
    `Ваша учётная запись Tiffin ${login}: ${what.ru}`,
    'Если это были не вы, сразу задайте новый пароль и сообщите администратору.',
  ),
  ar: mail(
    'تغيّر تسجيل الدخول بخطوتين',
    `حسابك في Tiffin ${login}: ${what.ar}`,
    'إن لم تكن أنت من فعل ذلك فعيّن كلمة مرور جديدة فورًا وأخبر المسؤول.',
  ),
})

const passwordSet = (login: string): ByLang<Text> => ({
  en: mail(
    'Your password was changed',
    `An administrator has set a new password for your Tiffin account ${login}.`,
    'This ended your sessions and access tokens, and removed your passkeys, authenticator app, recovery codes and PIN. Your phone and email have to be confirmed again.',
    'If you did not expect this, tell your administrator.',
  ),
  ru: mail(
    'Ваш пароль изменён',
    `Администратор задал новый пароль для вашей учётной записи Tiffin ${login}.`,
    'Ваши сеансы и токены доступа завершены, ключи доступа, приложение-аутентификатор, резервные коды и PIN удалены. Телефон и почту нужно подтвердить снова.',
    'Если вы этого не ждали, сообщите администратору.',
  ),
  ar: mail(
    'تم تغيير كلمة مرورك',
    `عيّن أحد المسؤولين كلمة مرور جديدة لحسابك في Tiffin ${login}.`,
    'أنهى ذلك جلساتك ورموز الوصول، وأزال مفاتيح المرور وتطبيق المصادقة ورموز الاسترداد ورمز PIN. يجب تأكيد هاتفك وبريدك من جديد.',
    'إن لم تكن تتوقع ذلك فأخبر المسؤول.',
  ),
})
