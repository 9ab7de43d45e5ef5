import { keyedLimiter } from './concurrency-limit.ts'

const limited = keyedLimiter(6, 2000)

/**
 * Large writes of a company that a process runs at a time. They wait for each other's rows and hold a connection meanwhile: with
 * its reads, a company leaves some of the 20 connections to the others.
 */
export const limitBulkWrites = <T>(company: number | null, work: () => Promise<T>): Promise<T> =>
  limited(`company ${company ?? 0}`, work)
