import type { FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { equalsInConstantTime } from '#sessions/credentials'
import { isLocalClient } from './is-local-client.ts'

export interface Metrics {
  call(api: string, method: string, code: string, seconds: number): void
  liveSockets: Gauge
  chatSockets: Gauge
  contentType: string
  text(): Promise<string>
}

/** Whether a request may read the metrics: with the token, or from this machine. */
export function mayReadMetrics(request: Pick<FastifyRequest, 'ip' | 'headers'>, token: string | undefined): boolean {
  const { authorization } = request.headers
  if (token !== undefined && authorization?.startsWith('Bearer ') && equalsInConstantTime(authorization.slice(7), token))
    return true
  return isLocalClient(request)
}

/** Metrics of one server process in Prometheus format, served at /metrics. */
export function createMetrics(): Metrics {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const calls = new Counter({
    name: 'tiffin_calls_total',
    help: 'Calls by outcome',
    labelNames: ['api', 'method', 'code'],
    registers: [register],
  })
  const seconds = new Histogram({
    name: 'tiffin_call_seconds',
    help: 'Time that good calls took',
    labelNames: ['api', 'method'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [register],
  })
  const liveSockets = new Gauge({ name: 'tiffin_live_sockets', help: 'Open boards', registers: [register] })
  const chatSockets = new Gauge({ name: 'tiffin_chat_sockets', help: 'Open chats', registers: [register] })
  return {
    call(api, method, code, time) {
      calls.inc({ api, method, code })
      if (code === 'OK') seconds.observe({ api, method }, time)
    },
    liveSockets,
    chatSockets,
    contentType: register.contentType,
    text: () => register.metrics(),
  }
}
