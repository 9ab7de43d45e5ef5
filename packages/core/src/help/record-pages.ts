import type { HelpPage } from './help-page.ts'

/** The records that a company works with. */
export const recordPages = {
  chat: {
    title: { en: 'Chat', ru: 'Чат', ar: 'المحادثة' },
    about: {
      en: 'Customers write to you here, and you answer.',
      ru: 'Здесь клиенты пишут вам, а вы отвечаете.',
      ar: 'يكتب إليك العملاء هنا وتردّ عليهم.',
    },
    first: {
      en: 'Put the chat on your store’s page; a conversation appears with the first message.',
      ru: 'Разместите чат на странице магазина; переписка появится с первым сообщением.',
      ar: 'ضع المحادثة في صفحة متجرك؛ تظهر المحادثة مع أول رسالة.',
    },
    tips: [
      {
        en: 'What you type is kept if the line is cut, and is sent once.',
        ru: 'Набранное сохранится при обрыве связи и уйдёт один раз.',
        ar: 'يُحفظ ما تكتبه عند انقطاع الاتصال ويُرسل مرة واحدة.',
      },
    ],
  },
  cannedAnswers: {
    title: { en: 'Canned answers', ru: 'Готовые ответы', ar: 'الردود الجاهزة' },
    about: {
      en: 'Texts that you send often: in the chat, type / and choose one.',
      ru: 'Тексты, которые вы часто отправляете: наберите / в чате и выберите нужный.',
      ar: 'نصوص ترسلها كثيرًا: اكتب / في المحادثة واختر واحدًا.',
    },
    first: {
      en: 'Add one with {Add record>add}, with a short title and a text in each language of your customers.',
      ru: 'Добавьте ответ через {Add record>add}: короткое название и текст на каждом языке клиентов.',
      ar: 'أضف ردًا عبر {Add record>add}: عنوان قصير ونص بكل لغة من لغات عملائك.',
    },
    tips: [
      {
        en: 'In the text, %name becomes the name of the customer, and %order the number of their latest order.',
        ru: 'В тексте %name станет именем клиента, а %order номером его последнего заказа.',
        ar: 'في النص يصبح %name اسم العميل، و%order رقم آخر طلب له.',
      },
    ],
  },
  customers: {
    title: { en: 'Customers', ru: 'Клиенты', ar: 'العملاء' },
    about: {
      en: 'The people who order, with phone, addresses, bonus points and number of orders.',
      ru: 'Те, кто заказывает: телефон, адреса, бонусы и число заказов.',
      ar: 'من يطلبون منك، مع الهاتف والعناوين ونقاط المكافأة وعدد الطلبات.',
    },
    first: {
      en: 'They appear with their first order; an existing list comes in with {Import…}.',
      ru: 'Они появляются с первым заказом; готовый список загружается через {Import…}.',
      ar: 'يظهرون مع أول طلب؛ وتُحمّل القائمة الموجودة عبر {Import…}.',
    },
    tips: [
      {
        en: 'Any spelling of a phone number finds the customer.',
        ru: 'Клиент находится по телефону в любой записи.',
        ar: 'يُعثر على العميل برقم هاتفه مهما كانت طريقة كتابته.',
      },
      {
        en: 'Bonus points and status are changed by owners, and by operators who were given this page.',
        ru: 'Бонусы и статус меняют владельцы и операторы, которым назначена эта страница.',
        ar: 'يغيّر نقاط المكافأة والحالة المالكون والمشغلون الذين مُنحوا هذه الصفحة.',
      },
      {
        en: 'A blocked customer cannot be given an order.',
        ru: 'Заблокированному клиенту нельзя оформить заказ.',
        ar: 'لا يمكن تسجيل طلب لعميل محظور.',
      },
      {
        en: 'The comment about a customer, such as an allergy, shows on cards; the kitchen ticket says that there is one.',
        ru: 'Комментарий о клиенте, например об аллергии, виден на карточках; на кухонном чеке отмечено, что он есть.',
        ar: 'يظهر التعليق عن العميل، مثل حساسية لديه، على البطاقات؛ وتشير تذكرة المطبخ إلى وجوده.',
      },
    ],
  },
  merchants: {
    title: { en: 'Merchants', ru: 'Заведения', ar: 'المتاجر' },
    about: {
      en: 'The kitchens and stores that make your orders.',
      ru: 'Кухни и магазины, которые готовят ваши заказы.',
      ar: 'المطابخ والمتاجر التي تُعدّ طلباتك.',
    },
    first: {
      en: 'Add the first one with {Add record>add}: name, address, opening hours and the price of delivery.',
      ru: 'Добавьте первое через {Add record>add}: название, адрес, часы работы и цена доставки.',
      ar: 'أضف الأول عبر {Add record>add}: الاسم والعنوان وساعات العمل وسعر التوصيل.',
    },
    tips: [
      {
        en: 'An operator sees a merchant after you give them access in its editor.',
        ru: 'Оператор видит заведение после того, как вы дали ему доступ в редакторе.',
        ar: 'يرى المشغّل المتجر بعد أن تمنحه الوصول في محرّره.',
      },
      {
        en: 'Delivery prices are bands by distance; the editor draws them to scale.',
        ru: 'Цены доставки заданы полосами по расстоянию; редактор рисует их в масштабе.',
        ar: 'أسعار التوصيل نطاقات حسب المسافة يرسمها المحرّر بمقياسها.',
      },
    ],
  },
  couriers: {
    title: { en: 'Couriers', ru: 'Курьеры', ar: 'المندوبون' },
    about: {
      en: 'The people who deliver, whether they are on duty, and how many orders they carry.',
      ru: 'Те, кто доставляет: на смене ли они и сколько заказов везут.',
      ar: 'من يوصّلون الطلبات، وهل هم في الخدمة، وكم طلبًا يحملون.',
    },
    first: {
      en: 'Add a courier with {Add record>add}, or load a list with {Import…}.',
      ru: 'Добавьте курьера через {Add record>add} или загрузите список через {Import…}.',
      ar: 'أضف مندوبًا عبر {Add record>add}، أو حمّل قائمة عبر {Import…}.',
    },
    tips: [
      {
        en: 'On the board, [a] assigns the selected order; the free and nearest couriers come first.',
        ru: 'На доске [a] назначает выбранный заказ; свободные и ближайшие курьеры стоят первыми.',
        ar: 'على اللوحة يُسند [a] الطلب المحدّد، ويأتي المتفرغون والأقرب أولًا.',
      },
    ],
  },
  promoCodes: {
    title: { en: 'Promo codes', ru: 'Промокоды', ar: 'الرموز الترويجية' },
    about: {
      en: 'Codes that lower the price of an order, with dates, limits and counts of use.',
      ru: 'Коды, снижающие цену заказа: сроки, ограничения и число использований.',
      ar: 'رموز تخفّض سعر الطلب، مع تواريخها وحدودها وعدد مرات استخدامها.',
    },
    first: {
      en: 'Add a code with {Add record>add}, choose a percentage or a sum, and say until when it works.',
      ru: 'Добавьте код через {Add record>add}, выберите процент или сумму и укажите срок.',
      ar: 'أضف رمزًا عبر {Add record>add}، واختر نسبة أو مبلغًا، وحدّد مدة صلاحيته.',
    },
    tips: [
      {
        en: 'If a code is refused, the order’s editor says why.',
        ru: 'Если код не принят, редактор заказа объясняет причину.',
        ar: 'إذا رُفض رمز يذكر محرّر الطلب السبب.',
      },
    ],
  },
  push: {
    title: { en: 'Push messages', ru: 'Push-сообщения', ar: 'الإشعارات' },
    about: {
      en: 'Every message to a customer: short ones that you write here, and those of your mailings.',
      ru: 'Все сообщения клиентам: короткие, которые вы пишете здесь, и сообщения рассылок.',
      ar: 'كل رسالة إلى عميل: القصيرة التي تكتبها هنا، ورسائل حملاتك.',
    },
    first: {
      en: 'Choose the customer, and write the text in their language; it is sent when you save it.',
      ru: 'Выберите клиента и напишите текст на его языке; сообщение уйдёт при сохранении.',
      ar: 'اختر العميل واكتب النص بلغته؛ تُرسل الرسالة عند حفظها.',
    },
    tips: [
      {
        en: 'Customers who have not agreed to push messages get none; the column {Result} says so.',
        ru: 'Клиенты, не согласные на push-сообщения, их не получают; это видно в колонке {Result}.',
        ar: 'العملاء الذين لم يوافقوا على الإشعارات لا تصلهم؛ ويذكر ذلك العمود {Result}.',
      },
      {
        en: '{Why?} explains a message of a mailing: sent or not, when, and by which rule.',
        ru: '{Why?} объясняет сообщение рассылки: отправлено или нет, когда и по какому правилу.',
        ar: 'يشرح {Why?} رسالة الحملة: أُرسلت أم لا، ومتى، وبأي قاعدة.',
      },
    ],
  },
  mailings: {
    title: { en: 'Mailings', ru: 'Рассылки', ar: 'الحملات البريدية' },
    about: {
      en: 'One message to many customers at once, as a push message or by email.',
      ru: 'Одно сообщение сразу многим клиентам: push-сообщением или по почте.',
      ar: 'رسالة واحدة إلى عملاء كثيرين دفعة واحدة، إشعارًا أو بالبريد الإلكتروني.',
    },
    first: {
      en: 'Write the text in each language of your customers, choose them on the tab {Audience}, and send it on the tab {Sending}.',
      ru: 'Напишите текст на языках клиентов, выберите их на вкладке {Audience} и отправьте на вкладке {Sending}.',
      ar: 'اكتب النص بلغات عملائك، واخترهم في تبويب {Audience}، ثم أرسله من تبويب {Sending}.',
    },
    tips: [
      {
        en: 'Saving sends nothing. {Send test to me} sends it to you alone, to see how it looks.',
        ru: 'Сохранение ничего не отправляет. {Send test to me} отправит рассылку только вам, чтобы посмотреть.',
        ar: 'لا يرسل الحفظ شيئًا. يرسلها {Send test to me} إليك وحدك لترى شكلها.',
      },
      {
        en: 'Only customers who have agreed get it, each once. The count says how many do not, and why.',
        ru: 'Её получат только согласные клиенты, каждый один раз. Подсчёт говорит, сколько не получат и почему.',
        ar: 'لا تصل إلا من وافق، مرة واحدة لكلٍّ. ويبيّن العدد كم لن تصلهم ولماذا.',
      },
      {
        en: '{Pause} holds the rest back, {Resume…} continues; after {Stop…} the remaining customers get nothing.',
        ru: '{Pause} задержит остальное, {Resume…} продолжит; после {Stop…} оставшиеся клиенты ничего не получат.',
        ar: 'يوقف {Pause} الباقي مؤقتًا ويتابعه {Resume…}؛ وبعد {Stop…} لا يصل شيء إلى الباقين.',
      },
    ],
  },
  blockedAddresses: {
    title: { en: 'Blocked addresses', ru: 'Заблокированные адреса', ar: 'العناوين المحظورة' },
    about: {
      en: 'Email addresses that get no mailings: their owners unsubscribed, or mail to them came back.',
      ru: 'Адреса, на которые рассылки не уходят: их владельцы отписались или почта вернулась.',
      ar: 'عناوين بريد لا تصلها الحملات: ألغى أصحابها الاشتراك، أو ارتدّ البريد إليها.',
    },
    first: {
      en: 'There is nothing to do: addresses come here by themselves.',
      ru: 'Делать ничего не нужно: адреса попадают сюда сами.',
      ar: 'لا شيء عليك فعله: تصل العناوين إلى هنا وحدها.',
    },
    tips: [
      {
        en: 'Delete an address to allow it again, for example when the customer asks for it.',
        ru: 'Удалите адрес, чтобы снова его разрешить, например по просьбе клиента.',
        ar: 'احذف عنوانًا للسماح به مجددًا، مثلًا حين يطلب العميل ذلك.',
      },
    ],
  },
  banners: {
    title: { en: 'Banners', ru: 'Баннеры', ar: 'اللافتات' },
    about: {
      en: 'Pictures that your store shows, each with a link.',
      ru: 'Картинки, которые показывает магазин, каждая со ссылкой.',
      ar: 'صور يعرضها متجرك، لكل منها رابط.',
    },
    first: {
      en: 'Add a banner with {Add record>add}, upload a picture and cut it to size.',
      ru: 'Добавьте баннер через {Add record>add}, загрузите картинку и обрежьте её.',
      ar: 'أضف لافتة عبر {Add record>add}، وارفع صورة واقتصّها.',
    },
    tips: [],
  },
  tags: {
    title: { en: 'Cuisines', ru: 'Кухни', ar: 'المطابخ' },
    about: {
      en: 'Words that customers look for, such as “sushi” or “vegan”.',
      ru: 'Слова, по которым ищут клиенты: «суши», «веганское».',
      ar: 'كلمات يبحث بها العملاء، مثل «سوشي» أو «نباتي».',
    },
    first: {
      en: 'Add the cuisines of your merchants with {Add record>add}, then choose them in each merchant.',
      ru: 'Добавьте кухни через {Add record>add}, затем выберите их в каждом заведении.',
      ar: 'أضف المطابخ عبر {Add record>add}، ثم اخترها في كل متجر.',
    },
    tips: [],
  },
  merchantTypes: {
    title: { en: 'Merchant types', ru: 'Типы заведений', ar: 'أنواع المتاجر' },
    about: {
      en: 'Groups of merchants, such as restaurants and flower shops.',
      ru: 'Группы заведений: рестораны, цветочные магазины.',
      ar: 'مجموعات المتاجر، مثل المطاعم ومحلات الزهور.',
    },
    first: {
      en: 'Add a type with {Add record>add}; the list of merchants can be filtered by it.',
      ru: 'Добавьте тип через {Add record>add}; по нему можно отбирать заведения.',
      ar: 'أضف نوعًا عبر {Add record>add}؛ يمكن تصفية قائمة المتاجر به.',
    },
    tips: [],
  },
} as const satisfies Record<string, HelpPage>
