import { type ByLang, mail, type Text } from '#domains/outbox/mail-text'

/**
 * The mails and text messages about signing in, in three languages. A link is on a separate line, so that mail programs don't extend it. A
 * stranger controls none of the text, so no one can send advertising in our name.
 */
export const messages = {
  registration: ({ link, hours }: { link: string; hours: number }): ByLang<Text> => ({
    en: mail(
      'Confirm your email address',
      'Set a password to finish creating your Tiffin account:',
      link,
      `The link works once, for ${hours} hours. If you did not ask for an account, ignore this message: none was created.`,
    ),
    ru: mail(
      'Подтвердите адрес почты',
      'Задайте пароль, чтобы завершить создание учётной записи Tiffin:',
      link,
      `Ссылка действует один раз, ${hours} ч. Если вы не просили об учётной записи, не отвечайте: она не создана.`,
    ),
    ar: mail(
      'أكّد عنوان بريدك الإلكتروني',
      'عيّن كلمة مرور لإكمال إنشاء حسابك في Tiffin:',
      link,
      `يعمل الرابط مرة واحدة خلال ${hours} ساعة. إن لم تطلب حسابًا فتجاهل هذه الرسالة: لم يُنشأ أي حساب.`,
    ),
  }),
  accountExists: ({ link, hours }: { link: string; hours: number }): ByLang<Text> => ({
    en: mail(
      'You already have an account',
      'Someone asked to create a Tiffin account with this address, but you already have one. Sign in as usual.',
      'If you forgot your password, set a new one:',
      link,
      `The link works once, for ${hours} hours. If it was not you, ignore this message.`,
    ),
    ru: mail(
      'У вас уже есть учётная запись',
      'Кто-то хотел создать учётную запись Tiffin с этим адресом, но она у вас уже есть. Войдите как обычно.',
      'Если вы забыли пароль, задайте новый:',
      link,
      `Ссылка действует один раз, ${hours} ч. Если это были не вы, не отвечайте на письмо.`,
    ),
    ar: mail(
      'لديك حساب بالفعل',
      'طلب أحدهم إنشاء حساب في Tiffin بهذا العنوان، لكن لديك حسابًا بالفعل. سجّل الدخول كالمعتاد.',
      'إن نسيت كلمة المرور فعيّن كلمة جديدة:',
      link,
      `يعمل الرابط مرة واحدة خلال ${hours} ساعة. إن لم تكن أنت من طلب ذلك فتجاهل هذه الرسالة.`,
    ),
  }),
  loginTaken: (): ByLang<Text> => ({
    en: mail(
      'This address is already a login',
      'You asked to create a Tiffin account with this address. A company already uses it as the login of one of its staff, and nobody has confirmed it.',
      'If you work there, sign in with the password you were given, then confirm the address in your profile. If not, create your account with another address.',
      'If you did not ask for an account, ignore this message: none was created.',
    ),
    ru: mail(
      'Этот адрес уже служит логином',
      'Вы хотели создать учётную запись Tiffin с этим адресом. Одна из компаний уже использует его как логин своего сотрудника, и никто его не подтвердил.',
      'Если вы там работаете, войдите с полученным паролем и подтвердите адрес в профиле. Если нет, создайте учётную запись с другим адресом.',
      'Если вы не просили об учётной записи, не отвечайте: она не создана.',
    ),
    ar: mail(
      'هذا العنوان مستخدم كاسم دخول',
      'طلبت إنشاء حساب في Tiffin بهذا العنوان. تستخدمه إحدى الشركات اسم دخول لأحد موظفيها، ولم يؤكده أحد.',
      'إن كنت تعمل هناك فسجّل الدخول بكلمة المرور التي استلمتها ثم أكّد العنوان في ملفك. وإلا فأنشئ حسابك بعنوان آخر.',
      'إن لم تطلب حسابًا فتجاهل هذه الرسالة: لم يُنشأ أي حساب.',
    ),
  }),
  repair: ({ login, link, hours }: { login: string; link: string; hours: number }): ByLang<Text> => ({
    en: mail(
      'Set a new password',
      `Someone asked for a new password for the Tiffin account ${login}. Set it here:`,
      link,
      `The link works once, for ${hours} hours. It ends your other sessions, your access tokens, sign-in by phone and your PIN. Passkeys then work only after the new password, until you have used them once.`,
      'If it was not you, ignore this message.',
    ),
    ru: mail(
      'Задайте новый пароль',
      `Кто-то запросил новый пароль для учётной записи Tiffin ${login}. Задайте его здесь:`,
      link,
      `Ссылка действует один раз, ${hours} ч. Она завершает другие сеансы и токены доступа, отключает вход по телефону и PIN. Ключи доступа затем действуют только после нового пароля, пока вы не используете их один раз.`,
      'Если это были не вы, не отвечайте на письмо.',
    ),
    ar: mail(
      'عيّن كلمة مرور جديدة',
      `طلب أحدهم كلمة مرور جديدة لحساب Tiffin ${login}. عيّنها هنا:`,
      link,
      `يعمل الرابط مرة واحدة خلال ${hours} ساعة. ينهي جلساتك الأخرى ورموز الوصول والدخول بالهاتف ورمز PIN. بعدها لا تعمل مفاتيح المرور إلا بعد كلمة المرور الجديدة، حتى تستخدمها مرة واحدة.`,
      'إن لم تكن أنت من طلب ذلك فتجاهل هذه الرسالة.',
    ),
  }),
  invitation: ({ company, by, link, days }: { company: string; by: string; link: string; days: number }): ByLang<Text> => ({
    en: mail(
      `Join ${company}`,
      `${by} invites you to work at ${company} in Tiffin. Accept here:`,
      link,
      `The link works once, for ${days} days.`,
    ),
    ru: mail(
      `Приглашение в ${company}`,
      `${by} приглашает вас работать в ${company} в Tiffin. Примите приглашение здесь:`,
      link,
      `Ссылка действует один раз, ${days} дн.`,
    ),
    ar: mail(
      `دعوة إلى ${company}`,
      `يدعوك ${by} إلى العمل في ${company} على Tiffin. اقبل الدعوة هنا:`,
      link,
      `يعمل الرابط مرة واحدة خلال ${days} أيام.`,
    ),
  }),
  phoneCode: ({ code }: { code: string }): ByLang<Text> => ({
    en: mail('', `${code} is your Tiffin code. It works for 10 minutes. Never tell it to anyone.`),
    ru: mail('', `${code} — ваш код Tiffin. Действует 10 минут. Никому его не сообщайте.`),
    ar: mail('', `${code} هو رمزك في Tiffin. يعمل لمدة 10 دقائق. لا تخبر به أحدًا.`),
  }),
  mailCode: ({ code }: { code: string }): ByLang<Text> => ({
    en: mail('Your code', `${code} is your Tiffin code. It works for 10 minutes. Never tell it to anyone.`),
    ru: mail('Ваш код', `${code} — ваш код Tiffin. Действует 10 минут. Никому его не сообщайте.`),
    ar: mail('رمزك', `${code} هو رمزك في Tiffin. يعمل لمدة 10 دقائق. لا تخبر به أحدًا.`),
  }),
}

/** A name made safe for a mail: short, and never a link. */
export const nameInMail = (name: string): string =>
  name
    .replaceAll(/[\p{Cc}\p{Bidi_Control}:/@\\]+/gu, ' ')
    .replaceAll(/\.(?=\S)/g, '. ')
    .slice(0, 60)
    .trim()
