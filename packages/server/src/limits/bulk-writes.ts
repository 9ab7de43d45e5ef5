import { keyedLimiter } from './concurrency-limit.ts'

const limited = keyedLimiter(6, 2000)

/**
 * Limits how many large writes of a company a process runs at a time. Each holds a connection while it waits for the rows of
 * another, and some of the 20 connections must be left to other companies.
 */
export const limitBulkWrites = <T>(company: number | null, work: () => Promise<T>): Promise<T> =>
  limited(`company ${company ?? 0}`, work)
