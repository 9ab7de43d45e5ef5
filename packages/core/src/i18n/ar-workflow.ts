import type { ruWorkflow } from './ru-workflow.ts'
import type { Same } from './text-key.ts'

/** What may be wrong with a company's order statuses, and how to mend it. */
export const arWorkflow = {
  'No status is for new orders': 'لا توجد حالة للطلبات الجديدة',
  'Give the first status of an order the flag "New orders"': 'امنح أول حالة للطلب الخاصية «الطلبات الجديدة»',
  'New orders begin in one status: %1 is not the first that is flagged so':
    'تبدأ الطلبات الجديدة في حالة واحدة: %1 ليست أول حالة بهذه الخاصية',
  'Take the flag "New orders" from it': 'أزل عنها الخاصية «الطلبات الجديدة»',
  'New orders are in %1, which is no column of the board': 'تقع الطلبات الجديدة في %1 وهي ليست عمودًا في اللوحة',
  'Give it a column for merchants': 'اجعل لها عمودًا للتجار',
  'No status is for finished orders': 'لا توجد حالة للطلبات المنتهية',
  'Give the last status of an order the flag "Done"': 'امنح آخر حالة للطلب الخاصية «تم»',
  'Nobody may move an order out of %1': 'لا يمكن لأحد إخراج طلب من الحالة %1',
  'Name the statuses that follow it, or give it the flag "Done"': 'حدّد الحالات التي تليها أو امنحها الخاصية «تم»',
  'An order in %1 can never be finished or cancelled': 'لا يمكن أبدًا إنهاء طلب في الحالة %1 أو إلغاؤه',
  'Let it, or a status that follows it, lead to the end': 'اجعلها أو حالة تليها تؤدي إلى النهاية',
  'No order ever gets to %1': 'لا يصل أي طلب إلى الحالة %1',
  'Name it among the statuses that follow another one, or delete it': 'أضفها إلى الحالات التي تلي حالة أخرى أو احذفها',
  'Tickets are printed in %1, but no order ever gets there': 'تُطبع التذاكر في الحالة %1 لكن لا يصل إليها أي طلب',
  'Let a status lead to it, or print in another one': 'اجعل حالة تؤدي إليها أو اطبع في حالة أخرى',
  '%1 leads to %2, which is locked: such moves are refused': 'تؤدي %1 إلى %2 وهي مقفلة: تُرفض هذه التنقلات',
  'Open the column, or take it from the list': 'افتح العمود أو أزله من القائمة',
  '%1 leads to itself': 'تؤدي %1 إلى نفسها',
  'Take it from its own list': 'أزلها من قائمتها',
  '%1 leads to a status that is no more': 'تؤدي %1 إلى حالة لم تعد موجودة',
  'Open it and save it without that status': 'افتحها واحفظها دون تلك الحالة',
  'The workflow has no faults': 'لا أخطاء في مسار الحالات',
  'Faults in the workflow: %1': 'أخطاء في مسار الحالات: %1',
} satisfies Same<typeof ruWorkflow>
