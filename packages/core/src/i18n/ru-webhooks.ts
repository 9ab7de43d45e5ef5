/** Webhooks. */
export const ruWebhooks = {
  'The webhook is disabled. Enable it first.': 'Вебхук отключён. Сначала включите его.',
  'New secret': 'Новый секрет',
  'Copy secret': 'Копировать секрет',
  'Create a new signing secret?': 'Создать новый секрет подписи?',
  'For 24 hours, messages are also signed with the old secret. Update your receiver within that time.':
    'Ещё 24 часа сообщения подписываются и старым секретом. За это время измените настройки получателя.',
  'Create a secret so that your receiver can verify messages.': 'Создайте секрет, которым ваш получатель проверяет сообщения.',
  "Secret set. It can't be shown again; if you lost it, create a new one.":
    'Секрет задан. Показать его снова нельзя: если он потерян, создайте новый.',
  'The secret is created after you save the webhook.': 'Секрет создаётся после сохранения вебхука.',
  'Send test event': 'Отправить тестовое событие',
  'Test event sent. Open its delivery to see the response.': 'Тестовое событие отправлено. Ответ виден в его доставке.',
  'Show deliveries': 'Показать доставки',
  'Resend a period…': 'Отправить снова с… по…',
  'Resend events from a period?': 'Отправить события за период снова?',
  'Undelivered events only': 'Только недоставленное',
  'Deliveries queued again: %1': 'Снова поставлено в очередь доставок: %1',
  'Send again: %1': 'Отправить снова: %1',
  'Webhooks disabled after failures: %1': 'Вебхуки, отключённые из-за ошибок: %1',
} as const
