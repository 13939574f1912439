/** A worker that does not end when it is told to; run by `test/serve/hanging-workers.test.ts`. */
process.on('SIGTERM', () => undefined)
setInterval(() => undefined, 1000)
process.send?.('deaf')
