import type { HelpPage } from './help-page.ts'

/** Pages of platform administrators. */
export const platformHelp = {
  companies: {
    title: { en: 'Companies', ru: 'Компании', ar: 'الشركات' },
    about: {
      en: 'Every company of the platform, with its subscription and whether it is enabled.',
      ru: 'Все компании платформы: подписка и включены ли они.',
      ar: 'كل شركات المنصة مع اشتراكها وهل هي مفعّلة.',
    },
    first: {
      en: 'Open one to look at its tariff and people; {Switch} makes it your current company.',
      ru: 'Откройте компанию, чтобы увидеть тариф и людей; {Switch} делает её текущей.',
      ar: 'افتح شركة للاطلاع على باقتها وأفرادها؛ يجعلها {Switch} شركتك الحالية.',
    },
    tips: [],
  },
  administrators: {
    title: { en: 'Administrators', ru: 'Администраторы', ar: 'المسؤولون' },
    about: {
      en: 'The people who sign in: platform administrators, owners and operators.',
      ru: 'Те, кто входит в систему: администраторы платформы, владельцы и операторы.',
      ar: 'من يسجّلون الدخول: مسؤولو المنصة والمالكون والمشغّلون.',
    },
    first: {
      en: 'Search by name or login, and open a person to see their companies.',
      ru: 'Найдите человека по имени или логину и откройте, чтобы увидеть его компании.',
      ar: 'ابحث بالاسم أو اسم الدخول، وافتح الشخص لترى شركاته.',
    },
    tips: [],
  },
  payments: {
    title: { en: 'Payments report', ru: 'Отчёт по платежам', ar: 'تقرير المدفوعات' },
    about: {
      en: 'What companies have paid for their subscriptions, with the sum of a period.',
      ru: 'Что компании заплатили за подписки, с суммой за период.',
      ar: 'ما دفعته الشركات مقابل اشتراكاتها، مع مجموع الفترة.',
    },
    first: {
      en: 'Choose a period; the information button of a row shows the payment’s details.',
      ru: 'Выберите период; кнопка сведений в строке показывает подробности платежа.',
      ar: 'اختر الفترة؛ يعرض زر المعلومات في الصف تفاصيل الدفعة.',
    },
    tips: [],
  },
  bookings: {
    title: { en: 'Bookings', ru: 'Проводки', ar: 'القيود' },
    about: {
      en: 'The ledger: each movement of a company’s balance, never changed afterwards.',
      ru: 'Книга учёта: каждое движение баланса компании, которое потом не меняется.',
      ar: 'دفتر القيود: كل حركة في رصيد شركة، لا تُغيَّر بعد ذلك.',
    },
    first: {
      en: 'Filter by company; its balance is the sum of its bookings.',
      ru: 'Отберите компанию; её баланс — сумма её проводок.',
      ar: 'صفّ حسب الشركة؛ رصيدها هو مجموع قيودها.',
    },
    tips: [],
  },
  subscriptions: {
    title: { en: 'Subscriptions', ru: 'Подписки', ar: 'الاشتراكات' },
    about: {
      en: 'Revenue and churn from the ledger, trials, companies that are due, and those whose billing failed.',
      ru: 'Выручка и отток по книге учёта, пробные периоды, компании с подошедшим сроком и те, чей расчёт не удался.',
      ar: 'الإيرادات والمغادرة من دفتر القيود، والفترات التجريبية، والشركات المستحقة، وتلك التي فشلت فوترتها.',
    },
    first: {
      en: 'Mend the cause of a parked company, then choose Retry.',
      ru: 'Устраните причину у остановленной компании и нажмите «Повторить».',
      ar: 'أصلح سبب توقف الشركة ثم اختر إعادة المحاولة.',
    },
    tips: [],
  },
  invoices: {
    title: { en: 'Invoices', ru: 'Счета', ar: 'الفواتير' },
    about: {
      en: 'The invoices and credit notes of all companies, numbered without gaps and never changed.',
      ru: 'Счета и кредитовые счета всех компаний: номера без пропусков, без изменений.',
      ar: 'فواتير وإشعارات جميع الشركات، مرقّمة دون فجوات ولا تُغيَّر.',
    },
    first: {
      en: 'Filter by company; owners download theirs from Tariff, Billing.',
      ru: 'Отберите компанию; владельцы скачивают свои в разделе «Тариф».',
      ar: 'صفّ حسب الشركة؛ ينزّل المالكون فواتيرهم من صفحة الباقة.',
    },
    tips: [],
  },
  audit: {
    title: { en: 'Audit', ru: 'Журнал изменений', ar: 'سجل التغييرات' },
    about: {
      en: 'Who changed which record, when and where, with the values before and after.',
      ru: 'Кто, когда и где изменил запись, со значениями до и после.',
      ar: 'من غيّر أي سجل ومتى ومن أين، مع القيم قبل التغيير وبعده.',
    },
    first: {
      en: 'Find the change by person, table or time, and open it.',
      ru: 'Найдите изменение по человеку, таблице или времени и откройте его.',
      ar: 'ابحث عن التغيير بالشخص أو الجدول أو الوقت وافتحه.',
    },
    tips: [
      {
        en: '{Undo} makes the opposite change, and refuses where someone has changed the record since.',
        ru: '{Undo} делает обратное изменение и откажет, если запись с тех пор меняли.',
        ar: 'ينفّذ {Undo} التغيير المعاكس، ويرفض إذا غُيّر السجل بعد ذلك.',
      },
    ],
  },
  outbox: {
    title: { en: 'Outbox', ru: 'Исходящие', ar: 'الصادر' },
    about: {
      en: 'Mails and text messages that Tiffin has sent or is about to send.',
      ru: 'Письма и SMS, которые Tiffin отправил или отправит.',
      ar: 'الرسائل البريدية والنصية التي أرسلها Tiffin أو سيرسلها.',
    },
    first: {
      en: 'Without a mail server nothing leaves: the links of invitations and confirmations can be read here.',
      ru: 'Без почтового сервера ничего не уходит: ссылки приглашений и подтверждений можно прочитать здесь.',
      ar: 'دون خادم بريد لا يُرسل شيء: يمكن قراءة روابط الدعوات والتأكيدات هنا.',
    },
    tips: [],
  },
  courierStatuses: {
    title: { en: 'Courier statuses', ru: 'Статусы курьеров', ar: 'حالات المندوبين' },
    about: {
      en: 'The words for what a courier can be, in all languages.',
      ru: 'Названия состояний курьера на всех языках.',
      ar: 'أسماء حالات المندوب بكل اللغات.',
    },
    first: { en: 'Open one to translate it.', ru: 'Откройте статус, чтобы перевести его.', ar: 'افتح حالة لترجمتها.' },
    tips: [],
  },
  countries: {
    title: { en: 'Countries', ru: 'Страны', ar: 'البلدان' },
    about: {
      en: 'Countries with their currency, phone prefix and mask, and language.',
      ru: 'Страны: валюта, код и маска телефона, язык.',
      ar: 'البلدان مع عملتها ومقدّمة الهاتف وصيغته ولغتها.',
    },
    first: {
      en: 'Search a country to look at its phone mask; changes work for new input at once.',
      ru: 'Найдите страну и посмотрите маску телефона; изменения действуют сразу для нового ввода.',
      ar: 'ابحث عن بلد واطّلع على صيغة هاتفه؛ تسري التغييرات فورًا على الإدخال الجديد.',
    },
    tips: [],
  },
  cities: {
    title: { en: 'Cities', ru: 'Города', ar: 'المدن' },
    about: {
      en: 'Cities with their place on the map; addresses are found in them.',
      ru: 'Города и их место на карте; в них ищутся адреса.',
      ar: 'المدن ومواضعها على الخريطة؛ تُبحث العناوين فيها.',
    },
    first: {
      en: 'Add the cities where you deliver with {Add record>add}, and put each on the map.',
      ru: 'Добавьте города доставки через {Add record>add} и отметьте каждый на карте.',
      ar: 'أضف مدن التوصيل عبر {Add record>add}، وحدّد كلًّا منها على الخريطة.',
    },
    tips: [],
  },
  dictionary: {
    title: { en: 'Dictionary', ru: 'Словарь', ar: 'القاموس' },
    about: {
      en: 'Every text of the console and the applications, in every language.',
      ru: 'Все тексты консоли и приложений на всех языках.',
      ar: 'كل نصوص الواجهة والتطبيقات بكل اللغات.',
    },
    first: {
      en: 'Search for the wording that you want to change, and type your own.',
      ru: 'Найдите текст, который хотите изменить, и введите свой.',
      ar: 'ابحث عن العبارة التي تريد تغييرها واكتب عبارتك.',
    },
    tips: [
      {
        en: '{Load from xls} takes a translated file; rows are matched by number or by the English text.',
        ru: '{Load from xls} загружает переведённый файл; строки находятся по номеру или английскому тексту.',
        ar: 'يحمّل {Load from xls} ملفًا مترجمًا؛ تُطابق الصفوف بالرقم أو بالنص الإنجليزي.',
      },
      {
        en: 'Keep marks such as %1: they stand for a value.',
        ru: 'Сохраняйте метки вида %1: на их место подставляется значение.',
        ar: 'أبقِ علامات مثل ‎%1: فهي تمثّل قيمة.',
      },
    ],
  },
  accessLevels: {
    title: { en: 'Access levels', ru: 'Уровни доступа', ar: 'مستويات الوصول' },
    about: {
      en: 'The names of what a person may do with a part of a merchant.',
      ru: 'Названия прав человека на часть заведения.',
      ar: 'أسماء ما يجوز للشخص فعله بجزء من المتجر.',
    },
    first: { en: 'Open one to translate it.', ru: 'Откройте уровень, чтобы перевести его.', ar: 'افتح مستوى لترجمته.' },
    tips: [],
  },
  tariffs: {
    title: { en: 'Tariffs', ru: 'Тарифы', ar: 'الباقات' },
    about: {
      en: 'What companies can subscribe to: price, limits, options and trial.',
      ru: 'На что могут подписаться компании: цена, лимиты, опции и пробный период.',
      ar: 'ما تشترك فيه الشركات: السعر والحدود والخيارات والفترة التجريبية.',
    },
    first: {
      en: 'Open one; companies that have it keep their price until they change.',
      ru: 'Откройте тариф; компании на нём сохраняют цену, пока не сменят его.',
      ar: 'افتح باقة؛ تحتفظ الشركات المشتركة بسعرها حتى تغيّرها.',
    },
    tips: [],
  },
  periods: {
    title: { en: 'Subscription periods', ru: 'Периоды подписки', ar: 'فترات الاشتراك' },
    about: {
      en: 'For how many months a company pays at once, and the discount for it.',
      ru: 'На сколько месяцев платят сразу и какая за это скидка.',
      ar: 'كم شهرًا تُدفع دفعة واحدة وخصم ذلك.',
    },
    first: {
      en: 'Choose which period is offered first.',
      ru: 'Выберите период, который предлагается первым.',
      ar: 'اختر الفترة المعروضة أولًا.',
    },
    tips: [],
  },
  globalSettings: {
    title: { en: 'Global settings', ru: 'Общие настройки', ar: 'الإعدادات العامة' },
    about: {
      en: 'Settings of the whole platform, each with a comment that says what it does.',
      ru: 'Настройки всей платформы, каждая с пояснением.',
      ar: 'إعدادات المنصة كلها، مع شرح لكل منها.',
    },
    first: {
      en: 'Search a setting by name, and read its comment before you change it.',
      ru: 'Найдите настройку по имени и прочитайте пояснение, прежде чем менять.',
      ar: 'ابحث عن الإعداد باسمه واقرأ شرحه قبل تغييره.',
    },
    tips: [],
  },
  appSettings: {
    title: { en: 'Application settings', ru: 'Настройки приложения', ar: 'إعدادات التطبيق' },
    about: {
      en: 'Settings that the customers’ applications read when they start.',
      ru: 'Настройки, которые приложения клиентов читают при запуске.',
      ar: 'إعدادات تقرؤها تطبيقات العملاء عند بدئها.',
    },
    first: {
      en: 'Search a setting by name, and read its comment before you change it.',
      ru: 'Найдите настройку по имени и прочитайте пояснение, прежде чем менять.',
      ar: 'ابحث عن الإعداد باسمه واقرأ شرحه قبل تغييره.',
    },
    tips: [],
  },
  merchantSettings: {
    title: { en: 'Merchant settings', ru: 'Настройки заведений', ar: 'إعدادات المتاجر' },
    about: {
      en: 'Settings of the programs that merchants use.',
      ru: 'Настройки программ, которыми пользуются заведения.',
      ar: 'إعدادات البرامج التي تستخدمها المتاجر.',
    },
    first: {
      en: 'Search a setting by name, and read its comment before you change it.',
      ru: 'Найдите настройку по имени и прочитайте пояснение, прежде чем менять.',
      ar: 'ابحث عن الإعداد باسمه واقرأ شرحه قبل تغييره.',
    },
    tips: [],
  },
} as const satisfies Record<string, HelpPage>
