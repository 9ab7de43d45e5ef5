/** Values of an option that can be repeated. */
export const collect = (value: string, before: string[] = []): string[] => [...before, value]
