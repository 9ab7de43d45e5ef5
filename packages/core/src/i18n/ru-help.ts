/** Texts of help, the tour and contacts. */
export const ruHelp = {
  'Show me': 'Показать',
  'Close help': 'Закрыть справку',
  'Search help': 'Поиск в справке',
  'Start tour': 'Начать обзор',
  'The tour can’t find “%1” on this page': 'Обзор не нашёл «%1» на этой странице',
  'Questions? Write to us, a person will answer.': 'Есть вопросы? Напишите нам, ответит человек.',
  'What is new': 'Что нового',
  'Read more': 'Подробнее',
  'explain this page, manual, guide': 'объяснить страницу, руководство, помощь',
  'introduction, getting started': 'знакомство, с чего начать',
} as const
