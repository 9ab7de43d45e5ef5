/** Problems in a company's order statuses, and how to fix them. */
export const ruWorkflow = {
  'No status for new orders': 'Нет статуса для новых заказов',
  'Turn on "New orders" for the first status': 'Включите признак «Новые заказы» у первого статуса',
  '"New orders" is on for more than one status: %1': 'Признак «Новые заказы» есть не только у первого статуса: %1',
  'Turn off "New orders" for it': 'Выключите у него признак «Новые заказы»',
  'New orders start in %1, which is not a board column': 'Новые заказы попадают в %1, но такой колонки на доске нет',
  'Choose a merchant mode that shows it as a column': 'Выберите для него режим заведений, в котором он показан колонкой',
  'No status for finished orders': 'Нет статуса для завершённых заказов',
  'Turn on "Done" for the last status': 'Включите признак «Готово» у последнего статуса',
  'Orders can never leave %1': 'Заказы не могут покинуть статус %1',
  'Choose the next statuses, or turn on "Done"': 'Выберите следующие статусы или включите признак «Готово»',
  'Orders in %1 can never be finished or cancelled': 'Заказ в статусе %1 нельзя ни завершить, ни отменить',
  'Add a next status that leads to a finished or cancelled one':
    'Добавьте следующий статус, который ведёт к завершению или отмене',
  'Orders never reach %1': 'Ни один заказ не попадает в статус %1',
  'Add it to the next statuses of another status, or delete it': 'Сделайте его следующим для другого статуса или удалите',
  'Tickets are printed in %1, but orders never reach it': 'Чеки печатаются в статусе %1, но заказы в него не попадают',
  'Add it to the next statuses of another status, or print in a different one':
    'Сделайте его следующим для другого статуса или печатайте чеки в другом',
  "%1 leads to %2, which is locked: orders can't move there": '%1 ведёт в закрытый %2: переместить туда заказ нельзя',
  'Unlock that column, or remove it from the next statuses': 'Откройте эту колонку или уберите её из следующих статусов',
  '%1 leads to itself': '%1 ведёт в самого себя',
  'Remove it from its own next statuses': 'Уберите его из его же следующих статусов',
  '%1 leads to a status that no longer exists': '%1 ведёт в статус, которого больше нет',
  'Open it and save it without the missing status': 'Откройте его и сохраните без удалённого статуса',
  'No workflow problems': 'Проблем в порядке статусов нет',
  '%1 workflow problems': 'Проблем в порядке статусов: %1',
}
