import type { HelpPage } from './help-page.ts'

/** Help for the pages that set up a company; they are used once and rarely later. */
export const setupPages = {
  settings: {
    title: { en: 'Company settings', ru: 'Настройки компании', ar: 'إعدادات الشركة' },
    about: {
      en: 'The company’s name, store address, fees, tips, sounds and legal details.',
      ru: 'Название компании, адрес магазина, сборы, чаевые, звуки и реквизиты.',
      ar: 'اسم الشركة وعنوان متجرها والرسوم والإكراميات والأصوات والبيانات القانونية.',
    },
    first: {
      en: 'Fill in the store domain, so that orders can come in.',
      ru: 'Укажите домен магазина, чтобы заказы могли приходить.',
      ar: 'أدخل نطاق المتجر لتصل الطلبات.',
    },
    tips: [
      {
        en: 'Two people may edit at once: only the same field changed twice asks you to choose.',
        ru: 'Можно редактировать вдвоём: выбор потребуется, только если изменено одно и то же поле.',
        ar: 'يمكن لشخصين التحرير معًا: لا يُطلب الاختيار إلا عند تغيير الحقل نفسه مرتين.',
      },
    ],
  },
  tariff: {
    title: { en: 'Tariff', ru: 'Тариф', ar: 'الباقة' },
    about: {
      en: 'Your subscription: what it includes, how much of it is used, and what it will cost.',
      ru: 'Ваша подписка: что в неё входит, сколько использовано и сколько она будет стоить.',
      ar: 'اشتراكك: ما يشمله، وكم استُخدم منه، وكم سيكلّف.',
    },
    first: {
      en: 'Choose a tariff and look at the bill: each step is explained before you pay.',
      ru: 'Выберите тариф и посмотрите счёт: каждый шаг объяснён до оплаты.',
      ar: 'اختر باقة واطّلع على الفاتورة: تُشرح كل خطوة قبل الدفع.',
    },
    tips: [
      {
        en: '{Billing} lists every payment and how the balance came about.',
        ru: '{Billing} показывает все платежи и откуда взялся баланс.',
        ar: 'يعرض {Billing} كل دفعة وكيف تكوّن الرصيد.',
      },
    ],
  },
  orderStatuses: {
    title: { en: 'Order statuses', ru: 'Статусы заказов', ar: 'حالات الطلبات' },
    about: {
      en: 'The columns of the board: what an order can be, and who may move it on.',
      ru: 'Колонки доски: каким бывает заказ и кто может перевести его дальше.',
      ar: 'أعمدة اللوحة: حالات الطلب الممكنة ومن يستطيع نقله.',
    },
    first: {
      en: 'Start from the given ones, and rename them to the words your kitchen uses.',
      ru: 'Начните с готовых и назовите их так, как говорят у вас на кухне.',
      ar: 'ابدأ بالحالات الجاهزة وسمّها بكلمات مطبخك.',
    },
    tips: [
      {
        en: '`tiffin lint` finds statuses that no order can reach or leave.',
        ru: '`tiffin lint` находит статусы, в которые нельзя попасть или из которых нельзя выйти.',
        ar: 'يعثر `tiffin lint` على حالات لا يصل إليها الطلب أو لا يغادرها.',
      },
    ],
  },
  orderPaths: {
    title: { en: 'Order paths', ru: 'Пути заказов', ar: 'مسارات الطلبات' },
    about: {
      en: 'The statuses that an order of one type goes through, in order.',
      ru: 'Статусы, которые по порядку проходит заказ одного типа.',
      ar: 'الحالات التي يمرّ بها الطلب من نوع واحد بالترتيب.',
    },
    first: {
      en: 'Look at the path of deliveries, then at that of pickups, which skips the courier.',
      ru: 'Посмотрите путь доставки, затем самовывоза, в котором нет курьера.',
      ar: 'اطّلع على مسار التوصيل ثم مسار الاستلام الذي يتجاوز المندوب.',
    },
    tips: [],
  },
  paymentTypes: {
    title: { en: 'Payment types', ru: 'Способы оплаты', ar: 'طرق الدفع' },
    about: {
      en: 'How customers may pay: cash, card to the courier, or online.',
      ru: 'Как клиенты могут платить: наличными, картой курьеру или онлайн.',
      ar: 'كيف يدفع العملاء: نقدًا أو بالبطاقة عند التسليم أو عبر الإنترنت.',
    },
    first: {
      en: 'Switch on at least one, or no order can be placed.',
      ru: 'Включите хотя бы один, иначе заказать нельзя.',
      ar: 'فعّل طريقة واحدة على الأقل، وإلا فلا يمكن تقديم طلب.',
    },
    tips: [],
  },
  imports: {
    title: { en: 'Imports', ru: 'Импорт', ar: 'الاستيراد' },
    about: {
      en: 'Many records at once from an Excel, .ods or .csv file, with a plan before anything changes.',
      ru: 'Много записей сразу из файла Excel, .ods или .csv — с планом до любых изменений.',
      ar: 'سجلات كثيرة دفعة واحدة من ملف Excel أو ‎.ods أو ‎.csv، مع خطة قبل أي تغيير.',
    },
    first: {
      en: '{Download a template}, fill it in, choose the file, and read the plan.',
      ru: '{Download a template}, заполните его, выберите файл и прочитайте план.',
      ar: '{Download a template} واملأه، ثم اختر الملف واقرأ الخطة.',
    },
    tips: [
      {
        en: 'An import is one change: {Undo} restores every record that has not changed since.',
        ru: 'Импорт — одно изменение: {Undo} отменит то, что с тех пор никто не менял.',
        ar: 'الاستيراد تغيير واحد: يتراجع {Undo} عمّا لم يغيّره أحد بعده.',
      },
    ],
  },
  webhooks: {
    title: { en: 'Webhooks', ru: 'Вебхуки', ar: 'خطافات الويب' },
    about: {
      en: 'Addresses of your other programs that are told when an order is created, moved or cancelled.',
      ru: 'Адреса ваших программ, которым сообщается о создании, переводе и отмене заказов.',
      ar: 'عناوين برامجك الأخرى التي تُبلَّغ عند إنشاء طلب أو نقله أو إلغائه.',
    },
    first: {
      en: 'Add an address with {Add record>add}, keep the secret that is shown once, and use {Send test event}.',
      ru: 'Добавьте адрес через {Add record>add}, сохраните секрет, показанный один раз, и нажмите {Send test event}.',
      ar: 'أضف عنوانًا عبر {Add record>add}، واحفظ السرّ الذي يظهر مرة واحدة، ثم استخدم {Send test event}.',
    },
    tips: [],
  },
  webhookDeliveries: {
    title: { en: 'Webhook deliveries', ru: 'Доставки вебхуков', ar: 'عمليات تسليم الخطافات' },
    about: {
      en: 'Every event that was sent, with the answer of the receiver.',
      ru: 'Каждое отправленное событие с ответом получателя.',
      ar: 'كل حدث أُرسل مع ردّ المستقبِل.',
    },
    first: {
      en: 'Open a failed one to see why, mend the receiver, then use {Send again}.',
      ru: 'Откройте неудачную, узнайте причину, исправьте получателя и нажмите {Send again}.',
      ar: 'افتح التسليم الفاشل لمعرفة السبب، وأصلح المستقبِل، ثم استخدم {Send again}.',
    },
    tips: [],
  },
  commandLine: {
    title: { en: 'Command line', ru: 'Командная строка', ar: 'سطر الأوامر' },
    about: {
      en: '`tiffin` does in a script what the console does with a mouse.',
      ru: '`tiffin` делает в скрипте то же, что консоль делает мышью.',
      ar: 'ينفّذ `tiffin` في البرامج النصية ما تنفّذه الواجهة بالفأرة.',
    },
    first: {
      en: 'Run `tiffin login`, then `tiffin --help`. {Copy as command} in a record’s editor gives the matching line.',
      ru: 'Выполните `tiffin login`, затем `tiffin --help`. {Copy as command} в редакторе записи даёт нужную строку.',
      ar: 'نفّذ `tiffin login` ثم `tiffin --help`. ويعطيك {Copy as command} في محرّر السجل السطر المطابق.',
    },
    tips: [],
  },
} as const satisfies Record<string, HelpPage>
