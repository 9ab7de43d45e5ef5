import type { EntityName, EntityRow } from './entities/index.ts'
import type { Multilang } from './field.ts'
import { tariffOptions } from './gate.ts'

const t = (en: string, ru: string, ar: string): Multilang => ({ en, ru, ar })

/** Lookup rows of AMB-076, 078, 091, 105, 137, 143, 158, 159, 167 and 196. */
export const lookupSeeds = {
  role: [
    { id: 1, name: t('Platform administrator', 'Администратор платформы', 'مدير المنصة') },
    { id: 2, name: t('Company staff', 'Сотрудник компании', 'موظف الشركة') },
  ],
  admin_status: [
    { id: 0, name: t('Blocked', 'Заблокирован', 'محظور') },
    { id: 1, name: t('Active', 'Активен', 'نشط') },
  ],
  access: [
    { access_id: 1, access: 0, name: 'None' },
    { access_id: 2, access: 1, name: 'View' },
    { access_id: 3, access: 2, name: 'Edit' },
  ],
  user_status: [
    { user_status_id: 0, name: t('Disable', 'Отключён', 'معطّل') },
    { user_status_id: 1, name: t('Enable', 'Включён', 'مفعّل') },
    { user_status_id: 2, name: t('Tester', 'Тестировщик', 'مختبِر') },
  ],
  courier_status: [
    { courier_status_id: 1, value: t('Free', 'Свободен', 'متاح'), color: '#2E7D32', icon: '' },
    { courier_status_id: 2, value: t('Busy', 'Занят', 'مشغول'), color: '#8A5A00', icon: '' },
    { courier_status_id: 3, value: t('Blocked', 'Заблокирован', 'محظور'), color: '#B3261E', icon: '' },
  ],
  courier_working: [
    { id: 1, name: t('At work', 'На смене', 'في العمل') },
    { id: 2, name: t('Off', 'Не на смене', 'خارج العمل') },
  ],
  company_status: [
    { company_status_id: 0, name: t('Disabled', 'Отключено', 'معطّل') },
    { company_status_id: 1, name: t('Active', 'Активно', 'نشط') },
  ],
  merchant_status: [
    { id: 0, name: t('Hidden', 'Скрыт', 'مخفي') },
    { id: 1, name: t('Active', 'Активен', 'نشط') },
  ],
  delivery_mode: [
    { id: 1, name: t('Delivery and pickup', 'Доставка и самовывоз', 'توصيل واستلام') },
    { id: 2, name: t('Delivery', 'Доставка', 'توصيل') },
    { id: 3, name: t('Pickup', 'Самовывоз', 'استلام') },
  ],
  order_mode: [
    { id: 0, name: t('Hidden', 'Скрыт', 'مخفي') },
    { id: 1, name: t('Locked', 'Заперт', 'مقفل') },
    { id: 2, name: t('Full', 'Полный', 'كامل') },
  ],
  order_type: [
    { order_type_id: 1, icon: '', value: t('Delivery to an address', 'Доставка по адресу', 'توصيل إلى عنوان') },
    { order_type_id: 2, icon: '', value: t('Pickup', 'Самовывоз', 'استلام') },
  ],
  payment_type: [
    { payment_type_id: 1, name: t('Top-up', 'Пополнение', 'شحن الرصيد') },
    { payment_type_id: 2, name: t('Order over limit', 'Заказ сверх лимита', 'طلب فوق الحد') },
    { payment_type_id: 3, name: t('Subscription write-off', 'Списание за подписку', 'خصم الاشتراك') },
    { payment_type_id: 4, name: t('Tariff change now', 'Смена тарифа сейчас', 'تغيير الخطة الآن') },
    { payment_type_id: 5, name: t('Tariff change later', 'Смена тарифа позже', 'تغيير الخطة لاحقًا') },
  ],
  banner_type: [
    {
      id: 1,
      name: t('Used by one user N times', 'Одним пользователем N раз', 'يستخدمه مستخدم واحد N مرة'),
    },
    {
      id: 2,
      name: t('Used by any user N times', 'Любым пользователем N раз', 'يستخدمه أي مستخدم N مرة'),
    },
  ],
  message_status: [
    { id: 0, name: t('New', 'Новое', 'جديدة') },
    { id: 1, name: t('Sent', 'Отправлено', 'مرسلة') },
    { id: 2, name: t('Delivered', 'Доставлено', 'تم التسليم') },
    { id: 3, name: t('Read', 'Прочитано', 'مقروءة') },
  ],
  push_status: [
    { id: 0, name: t('Waiting', 'Ожидает', 'قيد الانتظار') },
    { id: 1, name: t('Sent', 'Отправлено', 'مرسل') },
    { id: 2, name: t('Failed', 'Ошибка', 'فشل') },
    { id: 3, name: t('Sending', 'Отправляется', 'قيد الإرسال') },
    { id: 4, name: t('Unknown', 'Неизвестно', 'غير معروف') },
    { id: 5, name: t('Not sent', 'Не отправлено', 'لم يُرسل') },
    { id: 6, name: t('Kept in the outbox', 'Осталось в исходящих', 'محفوظ في صندوق الصادر') },
  ],
  tariff_option: tariffOptions.map((name, index) => ({ id: index + 1, name })),
  pay_system: [
    {
      pay_system_id: 1,
      name: 'Stripe',
      field: { publishable_key: 'Publishable key', secret_key: 'Secret key', webhook_secret: 'Webhook secret' },
    },
    { pay_system_id: 2, name: 'PayPal', field: { client_id: 'Client ID', client_secret: 'Client secret' } },
    { pay_system_id: 3, name: 'YooKassa', field: { shop_id: 'Shop ID', secret_key: 'Secret key' } },
  ],
  subscribe_period: [
    { subscribe_period_id: 1, name: t('Month', 'Месяц', 'شهر'), month: 1, discount: 0, status: 1, default: 1 },
    { subscribe_period_id: 2, name: t('Three months', 'Три месяца', 'ثلاثة أشهر'), month: 3, discount: 5, status: 1, default: 0 },
    { subscribe_period_id: 3, name: t('Half a year', 'Полгода', 'نصف سنة'), month: 6, discount: 10, status: 1, default: 0 },
    { subscribe_period_id: 4, name: t('Year', 'Год', 'سنة'), month: 12, discount: 20, status: 1, default: 0 },
  ],
  app_settings: [
    { name: 'support_widget', value: '', comment: 'Support chat script URL. Leave empty for no chat.' },
    {
      name: 'contact_links',
      value: '',
      comment: 'Contact links: icon and address, one per line. Leave empty to hide the button.',
    },
    { name: 'suspend_after', value: '1', comment: 'Days after the due date on which an unpaid company is suspended.' },
    { name: 'block_after', value: '14', comment: 'Days after the due date on which an unpaid company is blocked.' },
  ],
  global_settings: [
    {
      name: 'payment_page',
      value: '',
      comment: 'Payment page URL: %1 is the language, %2 the payment. Leave empty for the sandbox.',
    },
    {
      name: 'reminder_days',
      value: '-7 -3 -1 1 3 7',
      comment: 'Days from the due date on which companies are reminded to pay. Negative is before.',
    },
    { name: 'invoice_seller', value: 'Tiffin', comment: 'Name, address and tax number on invoices, one per line.' },
  ],
  merchant_settings: [
    { name: 'domain_suffix', value: '.tiffin.localhost', comment: 'Store domain suffix. Visible before sign-in.' },
  ],
} as const satisfies { [N in EntityName]?: readonly Partial<EntityRow<N>>[] }
