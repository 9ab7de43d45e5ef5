import type { SessionUser } from '@tiffin/sdk/contract'
import { belongsToOneCompany } from '#rules/index'
import type { HelpText } from './help-page.ts'
import { type Target, targets } from './targets.ts'

export interface TourStep {
  target: Target
  title: HelpText
  text: HelpText
}

const step = (target: Target, title: HelpText, text: HelpText): TourStep => ({ target, title, text })

/** The tour of the console (TOUR-01, AMB-054). */
export const tourSteps: readonly TourStep[] = [
  step(
    'menu',
    { en: 'Menu', ru: 'Меню', ar: 'القائمة' },
    {
      en: 'Every page is here. Type into its search to find one, or pin the menu to keep it open.',
      ru: 'Здесь все страницы. Найдите нужную поиском или закрепите меню, чтобы оно оставалось открытым.',
      ar: 'كل الصفحات هنا. اكتب في بحثها للعثور على صفحة، أو ثبّت القائمة لتبقى مفتوحة.',
    },
  ),
  step(
    'company',
    { en: 'Your company', ru: 'Ваша компания', ar: 'شركتك' },
    {
      en: 'The name of the company you work for. With several companies you switch here; other tabs stay where they are.',
      ru: 'Компания, для которой вы работаете. Если их несколько, переключайтесь здесь; другие вкладки не изменятся.',
      ar: 'اسم الشركة التي تعمل لها. إن كانت عدة شركات فبدّل من هنا، وتبقى علامات التبويب الأخرى كما هي.',
    },
  ),
  step(
    'find',
    { en: 'Search everything', ru: 'Искать везде', ar: 'البحث في كل شيء' },
    {
      en: 'Orders by number, customers by name or phone, pages and actions. [Ctrl+K] opens it anywhere.',
      ru: 'Заказы по номеру, клиенты по имени и телефону, страницы и действия. Открывается где угодно по [Ctrl+K].',
      ar: 'الطلبات بأرقامها والعملاء بالاسم أو الهاتف والصفحات والإجراءات. يفتحه [Ctrl+K] من أي مكان.',
    },
  ),
  step(
    'help',
    { en: 'Help', ru: 'Справка', ar: 'المساعدة' },
    {
      en: 'Explains the page you are on, and shows you where things are.',
      ru: 'Объясняет открытую страницу и показывает, где что находится.',
      ar: 'تشرح الصفحة المفتوحة وتريك أماكن الأشياء.',
    },
  ),
  step(
    'account',
    { en: 'Your account', ru: 'Ваша учётная запись', ar: 'حسابك' },
    {
      en: 'Profile, language, light or dark theme, kitchen devices, and signing out.',
      ru: 'Профиль, язык, светлая или тёмная тема, устройства кухни и выход.',
      ar: 'الملف الشخصي واللغة والمظهر الفاتح أو الداكن وأجهزة المطبخ وتسجيل الخروج.',
    },
  ),
  step(
    'merchants',
    { en: 'Whose orders', ru: 'Чьи заказы', ar: 'طلبات من' },
    {
      en: 'Choose the merchants whose orders the board shows.',
      ru: 'Выберите заведения, заказы которых показывает доска.',
      ar: 'اختر المتاجر التي تعرض اللوحة طلباتها.',
    },
  ),
  step(
    'boardSearch',
    { en: 'Search the board', ru: 'Поиск на доске', ar: 'البحث في اللوحة' },
    {
      en: 'Shows only the cards with this number, name, phone or item.',
      ru: 'Оставляет только карточки с этим номером, именем, телефоном или блюдом.',
      ar: 'يُبقي البطاقات التي تحوي هذا الرقم أو الاسم أو الهاتف أو الصنف فقط.',
    },
  ),
  step(
    'period',
    { en: 'Days', ru: 'Дни', ar: 'الأيام' },
    {
      en: 'Usually today. Choose earlier days to look back, later ones for pre-orders.',
      ru: 'Обычно сегодня. Прошлые дни — чтобы посмотреть назад, будущие — для предзаказов.',
      ar: 'اليوم عادةً. الأيام السابقة للمراجعة، واللاحقة للطلبات المسبقة.',
    },
  ),
  step(
    'boards',
    { en: 'Your own boards', ru: 'Свои доски', ar: 'لوحاتك' },
    {
      en: 'Keep a choice of merchants, columns and station under a name, for one click tomorrow.',
      ru: 'Сохраните набор заведений, колонок и станции под именем, чтобы завтра открыть одним щелчком.',
      ar: 'احفظ اختيار المتاجر والأعمدة والمحطة باسم لتفتحه غدًا بنقرة واحدة.',
    },
  ),
  step(
    'compact',
    { en: 'Compact cards', ru: 'Компактные карточки', ar: 'بطاقات مصغّرة' },
    { en: 'More orders on one screen.', ru: 'Больше заказов на одном экране.', ar: 'طلبات أكثر في شاشة واحدة.' },
  ),
  step(
    'sound',
    { en: 'Sound', ru: 'Звук', ar: 'الصوت' },
    {
      en: 'A new order rings until someone marks it as seen.',
      ru: 'Новый заказ звонит, пока его не отметят просмотренным.',
      ar: 'يرنّ الطلب الجديد حتى يُعلَّم بأنه شوهد.',
    },
  ),
  step(
    'printTickets',
    { en: 'Tickets on paper', ru: 'Чеки на бумаге', ar: 'تذاكر ورقية' },
    {
      en: 'This device prints a ticket for every order. Only one should.',
      ru: 'Это устройство печатает чек каждого заказа. Пусть оно будет одно.',
      ar: 'يطبع هذا الجهاز تذكرة لكل طلب. ليكن جهازًا واحدًا.',
    },
  ),
  step(
    'allDay',
    { en: 'All day', ru: 'Всего блюд', ar: 'إجمالي الأصناف' },
    {
      en: 'How many of each item the open orders need in all.',
      ru: 'Сколько каждого блюда нужно всем открытым заказам.',
      ar: 'كم تحتاج الطلبات المفتوحة من كل صنف إجمالًا.',
    },
  ),
  step(
    'map',
    { en: 'Map', ru: 'Карта', ar: 'الخريطة' },
    {
      en: 'Merchants, orders and couriers in a separate window.',
      ru: 'Заведения, заказы и курьеры в отдельном окне.',
      ar: 'المتاجر والطلبات والمندوبون في نافذة مستقلة.',
    },
  ),
  step(
    'recall',
    { en: 'Recall', ru: 'Вернуть', ar: 'استرجاع' },
    {
      en: 'Recalls any of the latest moves. The order’s clock keeps running.',
      ru: 'Возвращает любой из последних переводов; время заказа продолжает идти.',
      ar: 'يسترجع أيًّا من آخر التنقلات، ويستمر توقيت الطلب.',
    },
  ),
  step(
    'availability',
    { en: 'Pause or busy', ru: 'Пауза или загруженность', ar: 'إيقاف أو ازدحام' },
    {
      en: 'Stops new orders for a while, or promises them later. It ends by itself.',
      ru: 'Останавливает новые заказы на время или обещает их позже. Заканчивается само.',
      ar: 'يوقف الطلبات الجديدة مؤقتًا أو يعد بها لاحقًا، وينتهي تلقائيًا.',
    },
  ),
  step(
    'newOrder',
    { en: 'An order by phone', ru: 'Заказ по телефону', ar: 'طلب عبر الهاتف' },
    {
      en: 'Customer, address, items: from start to finish by keyboard. [o] opens it.',
      ru: 'Клиент, адрес, блюда — от начала до конца с клавиатуры. Открывается по [o].',
      ar: 'العميل والعنوان والأصناف، من البداية إلى النهاية بلوحة المفاتيح. يفتحه [o].',
    },
  ),
  step(
    'connection',
    { en: 'Connection', ru: 'Связь', ar: 'الاتصال' },
    {
      en: 'Whether the board is live, and how old it is if it is not.',
      ru: 'Обновляется ли доска, а если нет — насколько она устарела.',
      ar: 'هل اللوحة مباشرة، وكم عمرها إن لم تكن.',
    },
  ),
  step(
    'search',
    { en: 'Customers', ru: 'Клиенты', ar: 'العملاء' },
    {
      en: 'Every list has a search. Here it finds a name or any spelling of a phone number.',
      ru: 'В каждом списке есть поиск. Здесь он находит имя или телефон в любой записи.',
      ar: 'لكل قائمة بحث. هنا يجد اسمًا أو رقم هاتف بأي كتابة.',
    },
  ),
  step(
    'columns',
    { en: 'Columns', ru: 'Колонки', ar: 'الأعمدة' },
    {
      en: 'Show what you need. Your choice is kept.',
      ru: 'Показывайте то, что нужно. Выбор сохраняется.',
      ar: 'أظهر ما تحتاجه، ويُحفظ اختيارك.',
    },
  ),
  step(
    'refresh',
    { en: 'Refresh', ru: 'Обновить', ar: 'تحديث' },
    {
      en: 'Reads the list again, with what others have changed.',
      ru: 'Читает список заново — с изменениями других.',
      ar: 'يقرأ القائمة من جديد مع ما غيّره الآخرون.',
    },
  ),
  step(
    'export',
    { en: 'Export', ru: 'Экспорт', ar: 'تصدير' },
    {
      en: 'All matching rows as an Excel file, not only this page.',
      ru: 'Все найденные строки файлом Excel, а не только эта страница.',
      ar: 'كل الصفوف المطابقة في ملف Excel، لا هذه الصفحة وحدها.',
    },
  ),
  step(
    'add',
    { en: 'Merchants', ru: 'Заведения', ar: 'المتاجر' },
    {
      en: 'Add your kitchens here, with address, opening hours and delivery prices.',
      ru: 'Добавьте здесь свои кухни: адрес, часы работы и цены доставки.',
      ar: 'أضف مطابخك هنا مع العنوان وساعات العمل وأسعار التوصيل.',
    },
  ),
  step(
    'views',
    { en: 'Report', ru: 'Отчёт', ar: 'التقرير' },
    {
      en: 'What was sold, when, and how late. Keep filters and columns as a view.',
      ru: 'Что продано, когда и с каким опозданием. Сохраняйте фильтры и колонки как вид.',
      ar: 'ما بيع ومتى وبأي تأخير. احفظ عوامل التصفية والأعمدة كعرض.',
    },
  ),
  step(
    'settings',
    { en: 'Company settings', ru: 'Настройки компании', ar: 'إعدادات الشركة' },
    {
      en: 'Name, store address, fees and sounds of the company.',
      ru: 'Название, адрес магазина, сборы и звуки компании.',
      ar: 'اسم الشركة وعنوان متجرها ورسومها وأصواتها.',
    },
  ),
  step(
    'addPrinter',
    { en: 'Printers', ru: 'Принтеры', ar: 'الطابعات' },
    {
      en: 'Ticket printers of this device, and the state of every ticket.',
      ru: 'Принтеры чеков этого устройства и судьба каждого чека.',
      ar: 'طابعات التذاكر لهذا الجهاز، وما آلت إليه كل تذكرة.',
    },
  ),
  step(
    'billing',
    { en: 'Tariff', ru: 'Тариф', ar: 'الباقة' },
    {
      en: 'Your subscription, every payment, and the coming bills. That is all. You can start the tour again from the menu.',
      ru: 'Подписка, все платежи и будущие счета. Это всё: обзор всегда можно повторить из меню.',
      ar: 'اشتراكك وكل الدفعات والفواتير القادمة. هذا كل شيء: تجد الجولة في القائمة متى أردتها.',
    },
  ),
]

/** The steps whose pages the user may open (AMB-260). */
export const tourFor = ({ navigation, company }: Pick<SessionUser, 'navigation' | 'company'>): readonly TourStep[] =>
  tourSteps.filter(({ target }) => {
    const route = targets[target]
    return route === null || (navigation.includes(route) && (company !== null || !belongsToOneCompany(route)))
  })
