import { type LiveServerFrame, liveServerFrameSchema } from '../contract/live.ts'

/** A frame that was not passed on, and why. */
export interface IgnoredFrame {
  reason: 'not_json' | 'unknown_type' | 'invalid'
  data: unknown
}

export type FrameResult = { frame: LiveServerFrame } | { ignored: IgnoredFrame; missed: boolean }

const known: ReadonlySet<unknown> = new Set(liveServerFrameSchema.options.map((option) => option.shape.type.value))
/** Frames that report changes: if one can't be read, a change is lost. */
const news: ReadonlySet<unknown> = new Set(['orders', 'changed', 'resync'] satisfies LiveServerFrame['type'][])

function parse(data: unknown): unknown {
  try {
    return typeof data === 'string' ? JSON.parse(data) : undefined
  } catch {
    return undefined
  }
}

/** Reads one server message. Types of newer servers are ignored; `missed` means that a change was lost. */
export function readFrame(data: unknown): FrameResult {
  const value = parse(data)
  if (typeof value !== 'object' || value === null) return { ignored: { reason: 'not_json', data }, missed: false }
  const type = 'type' in value ? value.type : undefined
  if (!known.has(type)) return { ignored: { reason: 'unknown_type', data }, missed: false }
  const parsed = liveServerFrameSchema.safeParse(value)
  return parsed.success ? { frame: parsed.data } : { ignored: { reason: 'invalid', data }, missed: news.has(type) }
}
