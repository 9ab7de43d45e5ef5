/** Addresses and map. */
export const ruMap = {
  'Address not found': 'Адрес не найден',
  "The address service isn't responding. Enter the address by hand.": 'Служба адресов не отвечает. Введите адрес вручную.',
  'Connecting to server...': 'Подключение к серверу...',
  'Network error': 'Ошибка сети',
  'Network connection lost': 'Пропало соединение с сетью',
}
