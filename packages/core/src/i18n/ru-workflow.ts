/** What may be wrong with a company's order statuses, and how to mend it. */
export const ruWorkflow = {
  'No status is for new orders': 'Нет статуса для новых заказов',
  'Give the first status of an order the flag "New orders"': 'Поставьте первому статусу заказа признак «Новые заказы»',
  'New orders begin in one status: %1 is not the first that is flagged so':
    'Новые заказы начинаются в одном статусе: %1 — не первый с этим признаком',
  'Take the flag "New orders" from it': 'Снимите с него признак «Новые заказы»',
  'New orders are in %1, which is no column of the board': 'Новые заказы попадают в %1, а его нет среди колонок доски',
  'Give it a column for merchants': 'Дайте ему колонку для продавцов',
  'No status is for finished orders': 'Нет статуса для завершённых заказов',
  'Give the last status of an order the flag "Done"': 'Поставьте последнему статусу заказа признак «Готово»',
  'Nobody may move an order out of %1': 'Никто не может вывести заказ из статуса %1',
  'Name the statuses that follow it, or give it the flag "Done"':
    'Укажите следующие за ним статусы или поставьте ему признак «Готово»',
  'An order in %1 can never be finished or cancelled': 'Заказ в статусе %1 нельзя ни завершить, ни отменить',
  'Let it, or a status that follows it, lead to the end': 'Пусть он или следующий за ним статус ведёт к завершению',
  'No order ever gets to %1': 'Ни один заказ не попадает в статус %1',
  'Name it among the statuses that follow another one, or delete it':
    'Укажите его среди статусов, следующих за другим, или удалите',
  'Tickets are printed in %1, but no order ever gets there': 'Чеки печатаются в статусе %1, но заказы в него не попадают',
  'Let a status lead to it, or print in another one': 'Пусть какой-либо статус ведёт к нему, или печатайте в другом',
  '%1 leads to %2, which is locked: such moves are refused': '%1 ведёт в закрытый %2: такие перемещения отклоняются',
  'Open the column, or take it from the list': 'Откройте колонку или уберите её из списка',
  '%1 leads to itself': '%1 ведёт в самого себя',
  'Take it from its own list': 'Уберите его из собственного списка',
  '%1 leads to a status that is no more': '%1 ведёт в статус, которого больше нет',
  'Open it and save it without that status': 'Откройте его и сохраните без этого статуса',
  'The workflow has no faults': 'Ошибок в порядке статусов нет',
  'Faults in the workflow: %1': 'Ошибок в порядке статусов: %1',
}
