import type { ruWorkflow } from './ru-workflow.ts'
import type { SameTexts } from './text-key.ts'

/** Problems in a company's order statuses, and how to fix them. */
export const arWorkflow = {
  'No status for new orders': 'لا توجد حالة للطلبات الجديدة',
  'Turn on "New orders" for the first status': 'فعّل الخاصية «الطلبات الجديدة» لأول حالة',
  '"New orders" is on for more than one status: %1': 'الخاصية «الطلبات الجديدة» مفعّلة لأكثر من حالة: %1',
  'Turn off "New orders" for it': 'عطّل لها الخاصية «الطلبات الجديدة»',
  'New orders start in %1, which is not a board column': 'تبدأ الطلبات الجديدة في %1 وهي ليست عمودًا في اللوحة',
  'Choose a merchant mode that shows it as a column': 'اختر لها وضع متاجر يعرضها عمودًا',
  'No status for finished orders': 'لا توجد حالة للطلبات المنتهية',
  'Turn on "Done" for the last status': 'فعّل الخاصية «تم» لآخر حالة',
  'Orders can never leave %1': 'لا يمكن للطلبات مغادرة الحالة %1',
  'Choose the next statuses, or turn on "Done"': 'اختر الحالات التالية أو فعّل الخاصية «تم»',
  'Orders in %1 can never be finished or cancelled': 'لا يمكن أبدًا إنهاء طلب في الحالة %1 أو إلغاؤه',
  'Add a next status that leads to a finished or cancelled one': 'أضف حالة تالية تؤدي إلى الإنهاء أو الإلغاء',
  'Orders never reach %1': 'لا يصل أي طلب إلى الحالة %1',
  'Add it to the next statuses of another status, or delete it': 'اجعلها حالة تالية لحالة أخرى أو احذفها',
  'Tickets are printed in %1, but orders never reach it': 'تُطبع التذاكر في الحالة %1 لكن لا يصل إليها أي طلب',
  'Add it to the next statuses of another status, or print in a different one':
    'اجعلها حالة تالية لحالة أخرى أو اطبع في حالة مختلفة',
  "%1 leads to %2, which is locked: orders can't move there": 'تؤدي %1 إلى %2 وهي مقفلة: لا يمكن نقل الطلبات إليها',
  'Unlock that column, or remove it from the next statuses': 'ألغِ قفل العمود أو أزله من الحالات التالية',
  '%1 leads to itself': 'تؤدي %1 إلى نفسها',
  'Remove it from its own next statuses': 'أزلها من حالاتها التالية',
  '%1 leads to a status that no longer exists': 'تؤدي %1 إلى حالة لم تعد موجودة',
  'Open it and save it without the missing status': 'افتحها واحفظها دون الحالة المفقودة',
  'No workflow problems': 'لا مشكلات في مسار الحالات',
  '%1 workflow problems': 'مشكلات في مسار الحالات: %1',
} satisfies SameTexts<typeof ruWorkflow>
