import type { HelpPage } from './help-page.ts'

/** Taking, making and delivering orders. */
export const orderPages = {
  board: {
    title: { en: 'Order board', ru: 'Доска заказов', ar: 'لوحة الطلبات' },
    about: {
      en: 'The board shows every open order in the column of its status, and changes by itself as orders come in.',
      ru: 'Доска показывает все открытые заказы в колонках их статусов и обновляется сама.',
      ar: 'تعرض اللوحة كل طلب مفتوح في عمود حالته، وتتحدّث تلقائيًا مع وصول الطلبات.',
    },
    first: {
      en: 'Take the first order with {New order>newOrder}, or wait for one from your store.',
      ru: 'Примите первый заказ кнопкой {New order>newOrder} или дождитесь заказа из магазина.',
      ar: 'خذ أول طلب عبر {New order>newOrder}، أو انتظر طلبًا من متجرك.',
    },
    tips: [
      {
        en: 'Drag a card to move an order, or select it and press [Enter] for its preview. [?] lists all keys.',
        ru: 'Перетащите карточку, чтобы перевести заказ, или выберите её и нажмите [Enter] для просмотра. [?] показывает все клавиши.',
        ar: 'اسحب البطاقة لنقل الطلب، أو حدّدها واضغط [Enter] لمعاينتها. يعرض [?] كل المفاتيح.',
      },
      {
        en: 'In each column, the order that arrived first is on top, whatever its due time.',
        ru: 'В каждой колонке сверху заказ, который попал в неё первым, независимо от срока.',
        ar: 'في كل عمود، الطلب الذي وصل أولًا في الأعلى، مهما كان موعده.',
      },
      {
        en: 'You can undo a wrong move for five seconds with {Undo}, and later with {Recall>recall}.',
        ru: 'Ошибочный перевод можно отменить в течение пяти секунд кнопкой {Undo}, а позже — через {Recall>recall}.',
        ar: 'يمكن التراجع عن نقل خاطئ خلال خمس ثوانٍ عبر {Undo}، ولاحقًا عبر {Recall>recall}.',
      },
      {
        en: 'When the kitchen is full, use {Pause or mark as busy>availability}: it ends by itself.',
        ru: 'Если кухня перегружена, используйте {Pause or mark as busy>availability}: это закончится само.',
        ar: 'عند ازدحام المطبخ استخدم {Pause or mark as busy>availability}، وينتهي ذلك تلقائيًا.',
      },
      {
        en: 'Without a network the board keeps working: moves are kept on this device and sent later.',
        ru: 'Без сети доска продолжает работать: переводы хранятся на этом устройстве и отправляются позже.',
        ar: 'تستمر اللوحة في العمل دون شبكة: تُحفظ التغييرات على هذا الجهاز وتُرسل لاحقًا.',
      },
    ],
  },
  newOrder: {
    title: { en: 'Take an order by phone', ru: 'Заказ по телефону', ar: 'أخذ طلب عبر الهاتف' },
    about: {
      en: 'An order by phone takes four steps: merchant, customer, address and items. Price and time are always in view.',
      ru: 'Заказ по телефону — четыре шага: заведение, клиент, адрес и блюда. Цена и время всегда видны.',
      ar: 'أخذ طلب عبر الهاتف أربع خطوات: المتجر والعميل والعنوان والأصناف، مع ظهور السعر والوقت دائمًا.',
    },
    first: {
      en: 'Press [o] on the board, type the phone number or the name, and choose the customer.',
      ru: 'Нажмите [o] на доске, наберите телефон или имя и выберите клиента.',
      ar: 'اضغط [o] على اللوحة، واكتب رقم الهاتف أو الاسم، ثم اختر العميل.',
    },
    tips: [
      {
        en: 'Type items as you hear them, such as “2 margherita 9.50”. Earlier orders of the merchant are suggested.',
        ru: 'Вводите блюда так, как их называют: «2 маргарита 9.50». Подсказки берутся из прошлых заказов заведения.',
        ar: 'اكتب الأصناف كما تسمعها، مثل «2 مارغريتا 9.50». تُقترح أصناف من طلبات المتجر السابقة.',
      },
      {
        en: 'An order that is begun is kept if the page reloads or the line is cut. Two can be parked while you take another.',
        ru: 'Начатый заказ не пропадёт при перезагрузке или обрыве связи. Два заказа можно отложить и принять следующий.',
        ar: 'يُحفظ الطلب الذي بدأته عند إعادة التحميل أو انقطاع الاتصال. ويمكن تعليق طلبين ريثما تأخذ غيرهما.',
      },
      {
        en: 'The question mark beside a sum explains it step by step.',
        ru: 'Вопросительный знак рядом с суммой объясняет её по шагам.',
        ar: 'تشرح علامة الاستفهام بجانب المبلغ كيفية حسابه خطوة بخطوة.',
      },
    ],
  },
  orders: {
    title: { en: 'All orders', ru: 'Все заказы', ar: 'كل الطلبات' },
    about: {
      en: 'All orders of all companies, to find one and to look into it.',
      ru: 'Все заказы всех компаний: найти нужный и разобраться в нём.',
      ar: 'كل طلبات جميع الشركات، للعثور على أحدها والاطلاع عليه.',
    },
    first: {
      en: 'Type a number, a phone or a name into the search, or set the filters.',
      ru: 'Введите номер, телефон или имя в поиск или задайте фильтры.',
      ar: 'اكتب رقمًا أو هاتفًا أو اسمًا في البحث، أو حدّد عوامل التصفية.',
    },
    tips: [
      {
        en: 'A row opens the order with its history: who changed what, when and where.',
        ru: 'Строка открывает заказ с историей: кто, что, когда и где изменил.',
        ar: 'يفتح الصف الطلب مع سجله: من غيّر ماذا ومتى ومن أين.',
      },
    ],
  },
  map: {
    title: { en: 'Map', ru: 'Карта', ar: 'الخريطة' },
    about: {
      en: 'The map shows the merchants, their open orders and the couriers, live.',
      ru: 'Карта в реальном времени показывает заведения, открытые заказы и курьеров.',
      ar: 'تعرض الخريطة المتاجر وطلباتها المفتوحة والمندوبين مباشرةً.',
    },
    first: {
      en: 'Open it from the board with {Map>map}.',
      ru: 'Откройте её с доски кнопкой {Map>map}.',
      ar: 'افتحها من اللوحة عبر {Map>map}.',
    },
    tips: [
      {
        en: 'Select orders on the map or in the list beside it, and assign them to a courier.',
        ru: 'Выберите заказы на карте или в списке рядом и назначьте их курьеру.',
        ar: 'حدّد الطلبات على الخريطة أو في القائمة بجانبها، وأسندها إلى مندوب.',
      },
    ],
  },
  kitchen: {
    title: { en: 'Kitchen terminal', ru: 'Терминал на кухне', ar: 'شاشة المطبخ' },
    about: {
      en: 'The same board in a terminal, for a screen in the kitchen with a ticket printer.',
      ru: 'Та же доска в терминале — для экрана на кухне с принтером чеков.',
      ar: 'اللوحة نفسها في شاشة نصية للمطبخ مع طابعة تذاكر.',
    },
    first: {
      en: 'Pair the device once: open {Kitchen devices} in the user menu, and type the code that the terminal shows.',
      ru: 'Подключите устройство один раз: откройте {Kitchen devices} в меню пользователя и введите код с терминала.',
      ar: 'اربط الجهاز مرة واحدة: افتح {Kitchen devices} من قائمة المستخدم وأدخل الرمز الظاهر على الشاشة.',
    },
    tips: [
      {
        en: 'Space moves the selected order on; [u] takes it back; [?] lists all keys.',
        ru: 'Пробел переводит выбранный заказ дальше, [u] возвращает его, [?] показывает все клавиши.',
        ar: 'تنقل المسافة الطلب المحدّد إلى الأمام، ويعيده [u]، ويعرض [?] كل المفاتيح.',
      },
      {
        en: 'After a power cut the terminal comes back by itself, with what was not sent yet.',
        ru: 'После отключения питания терминал возвращается сам — вместе с тем, что ещё не отправлено.',
        ar: 'بعد انقطاع الكهرباء تعود الشاشة تلقائيًا مع ما لم يُرسل بعد.',
      },
    ],
  },
  report: {
    title: { en: 'Orders report', ru: 'Отчёт по заказам', ar: 'تقرير الطلبات' },
    about: {
      en: 'Orders, revenue and lateness of a period, as a table and as charts.',
      ru: 'Заказы, выручка и опоздания за период — таблицей и графиками.',
      ar: 'الطلبات والإيرادات والتأخيرات خلال فترة، في جدول ورسوم بيانية.',
    },
    first: {
      en: 'Choose a period and a merchant; sums are those of all matching orders, not of the page.',
      ru: 'Выберите период и заведение; суммы считаются по всем найденным заказам, а не по странице.',
      ar: 'اختر الفترة والمتجر؛ المجاميع تخص كل الطلبات المطابقة لا الصفحة وحدها.',
    },
    tips: [
      {
        en: 'A click on a bar shows its orders. {Save view} keeps filters and columns for next time.',
        ru: 'Щелчок по столбцу показывает его заказы. {Save view} сохраняет фильтры и колонки.',
        ar: 'يعرض النقر على عمود الرسم طلباته. يحفظ {Save view} عوامل التصفية والأعمدة للمرة القادمة.',
      },
      {
        en: '{Export} gives an Excel file with all rows. The same figures come from `tiffin report orders`.',
        ru: '{Export} даёт файл Excel со всеми строками. Те же цифры выдаёт `tiffin report orders`.',
        ar: 'يعطي {Export} ملف Excel بكل الصفوف. وتأتي الأرقام نفسها من `tiffin report orders`.',
      },
    ],
  },
  printers: {
    title: { en: 'Printers', ru: 'Принтеры', ar: 'الطابعات' },
    about: {
      en: 'Printers of tickets and receipts, and every ticket with whether it was printed.',
      ru: 'Принтеры чеков и каждый чек с отметкой, напечатан ли он.',
      ar: 'طابعات التذاكر والإيصالات، وكل تذكرة مع بيان هل طُبعت.',
    },
    first: {
      en: 'Add a printer of this device, print a test page, then switch on {Print tickets here} on the board.',
      ru: 'Добавьте принтер этого устройства, напечатайте пробную страницу и включите {Print tickets here} на доске.',
      ar: 'أضف طابعة لهذا الجهاز واطبع صفحة تجريبية، ثم فعّل {Print tickets here} على اللوحة.',
    },
    tips: [
      {
        en: 'A ticket whose printing was interrupted is never printed again by itself: look at the paper, then answer {Did it print?}',
        ru: 'Прерванный чек не печатается повторно сам: посмотрите на бумагу и ответьте на {Did it print?}',
        ar: 'لا تُعاد طباعة تذكرة انقطعت تلقائيًا: انظر إلى الورق ثم أجب عن {Did it print?}',
      },
    ],
  },
} as const satisfies Record<string, HelpPage>
