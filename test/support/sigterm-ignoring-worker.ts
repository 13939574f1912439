/** A worker that ignores SIGTERM; started by `test/serve/hanging-workers.test.ts`. */
process.on('SIGTERM', () => undefined)
setInterval(() => undefined, 1000)
process.send?.('ready')
