import type { PrintPurpose, PrintState } from '@tiffin/sdk/contract'
import { answered, type KitchenStage } from './kitchen-stage.ts'

export interface Job {
  print_job_id: number
  order: number
  state: PrintState
  purpose: PrintPurpose
  copy: number
}

const PAGE = 500

/** All print jobs of the company, oldest first. */
export async function readJobs({ call }: KitchenStage): Promise<Job[]> {
  const jobs: Job[] = []
  let page: Job[]
  do {
    const query = { table: 'print_job', order: [{ field: 'print_job_id' }], limit: [jobs.length, PAGE] }
    const answer = answered(await call('Reference', 'getData', { tables: [query] }))
    page = (answer['data'] as { print_job: { data: Job[] } }).print_job.data
    jobs.push(...page)
  } while (page.length === PAGE)
  return jobs
}
