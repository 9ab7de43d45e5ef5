// Preloaded into a program: its time runs HURRY times as fast, so that minutes of waiting take seconds. SIGUSR2 toggles the
// normal pace, at which a busy machine can answer in time; with HURRY_LATER it starts at that pace, to learn the
// server's time correctly. Node's own timing, such as connection timeouts, is not changed.
const fast = Number(process.env.HURRY ?? 1)
let times = process.env.HURRY_LATER ? 1 : fast
const { now } = Date
let [began, shown] = [now(), now()]
Date.now = () => shown + Math.round((now() - began) * times)
process.on('SIGUSR2', () => {
  ;[shown, began, times] = [Date.now(), now(), times === 1 ? fast : 1]
})
const { setTimeout: later, setInterval: again } = globalThis
globalThis.setTimeout = (run, ms = 0, ...args) => later(run, ms / times, ...args)
globalThis.setInterval = (run, ms = 0, ...args) => again(run, ms / times, ...args)
