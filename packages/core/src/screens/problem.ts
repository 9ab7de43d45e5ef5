/** What is wrong with a field: a dictionary key and what stands for its marks; texts among them are keys themselves. */
export interface Problem {
  text: string
  params?: readonly (string | number)[]
}
