/**
 * The worker in which the sandbox's OpenID Provider lives. What it prints goes nowhere: its library greets every start
 * with warnings meant for other uses. A fault that ends it reaches the parent as the worker's `error`.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { type NationalIdpOptions, serveNationalIdp } from './serve.ts'

const running = await serveNationalIdp(workerData as NationalIdpOptions)
parentPort?.once('message', async () => {
  await running.stop()
  parentPort?.close()
})
parentPort?.postMessage({ issuer: running.issuer })
