import type { ruWebhooks } from './ru-webhooks.ts'
import type { SameTexts } from './text-key.ts'

export const arWebhooks: SameTexts<typeof ruWebhooks> = {
  'The webhook is disabled. Enable it first.': 'خطاف الويب معطّل. فعّله أولًا.',
  'New secret': 'سر جديد',
  'Copy secret': 'نسخ السر',
  'Create a new signing secret?': 'إنشاء سر توقيع جديد؟',
  'For 24 hours, messages are also signed with the old secret. Update your receiver within that time.':
    'تُوقَّع الرسائل بالسر القديم أيضًا لمدة 24 ساعة. غيّر إعدادات المستلم خلالها.',
  'Create a secret so that your receiver can verify messages.': 'أنشئ السر الذي يتحقق به المستلم من الرسائل.',
  "Secret set. It can't be shown again; if you lost it, create a new one.":
    'السر مضبوط. لا يمكن عرضه مجددًا؛ إذا فقدته فأنشئ سرًا جديدًا.',
  'The secret is created after you save the webhook.': 'يُنشأ السر بعد حفظ خطاف الويب.',
  'Send test event': 'إرسال حدث تجريبي',
  'Test event sent. Open its delivery to see the response.': 'أُرسل الحدث التجريبي. يظهر الرد في تسليمه.',
  'Show deliveries': 'عرض التسليمات',
  'Resend a period…': 'إعادة الإرسال من… إلى…',
  'Resend events from a period?': 'إعادة إرسال أحداث فترة؟',
  'Undelivered events only': 'ما لم يُسلَّم فقط',
  'Deliveries queued again: %1': 'التسليمات المعادة إلى قائمة الانتظار: %1',
  'Send again: %1': 'إعادة الإرسال: %1',
  'Webhooks disabled after failures: %1': 'خطافات ويب معطّلة بسبب الأخطاء: %1',
}
