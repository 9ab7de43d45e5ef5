/** Message of an error, with its values filled in. */
export const sentence = ({
  message,
  params = [],
}: {
  message: string
  params?: readonly (string | number)[] | undefined
}): string => message.replaceAll(/%([1-4])/g, (mark, number: string) => String(params[Number(number) - 1] ?? mark))
