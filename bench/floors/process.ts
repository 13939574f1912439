/**
 * Process of the floors. Runs on the core of the measured service while that is stopped or idle. Imports nothing of the
 * product.
 */
import { setTimeout } from 'node:timers/promises'
import { answerParent } from '../channel.ts'
import { createUsageMeter } from '../usage.ts'
import { type CertificateInputs, registerFloor } from './certificates.ts'
import { cryptoFloors, type Floor, type FloorName } from './crypto-floors.ts'
import { startDurableServer } from './durable-server.ts'
import { type RawAnswer, startNoOpServer, startRawServer } from './http-floor.ts'
import { openStorageFloor } from './storage-floor.ts'

let answer: RawAnswer = { status: 200, bytes: 2, contentType: 'application/json' }
let answered = 0
const usage = createUsageMeter()
const floors = new Map<string, Floor>()

let write: ReturnType<typeof openStorageFloor> | undefined

/**
 * Input of the registration floor. The parent process sends it, because only the product's software devices create it.
 */
let certificates: CertificateInputs | undefined

function floorOf(name: FloorName | 'wp-register'): Floor {
  const existing = floors.get(name)
  if (existing) return existing
  if (name === 'wp-register' && certificates === undefined) throw new Error('no certificates were given')
  const floor = name === 'wp-register' ? registerFloor(certificates as CertificateInputs) : cryptoFloors[name]()
  floors.set(name, floor)
  return floor
}

function run(each: (input: number) => unknown, milliseconds: number) {
  usage()
  const end = performance.now() + milliseconds
  let operations = 0
  do {
    each(operations)
    operations += 1
  } while (performance.now() < end)
  return { operations, ...usage() }
}

/** Counts an answer of the raw server, and returns its size and type. */
function countAnswer(): RawAnswer {
  answered += 1
  return answer
}

answerParent({
  start: async () => ({ raw: await startRawServer(countAnswer), noOp: await startNoOpServer() }),
  answerWith: (next: RawAnswer) => {
    answer = next
  },
  certificates: (input: CertificateInputs) => {
    certificates = input
    floors.delete('wp-register')
  },
  /** Counts the answers of the raw server for some milliseconds. Another process sends the requests. */
  http: async ({ milliseconds }: { milliseconds: number }) => {
    usage()
    const before = answered
    await setTimeout(milliseconds)
    return { operations: answered - before, ...usage() }
  },
  crypto: ({ name, milliseconds }: { name: FloorName | 'wp-register'; milliseconds: number }) =>
    run(floorOf(name), milliseconds),
  storage: ({ directory, milliseconds, pairs }: { directory: string; milliseconds: number; pairs: number }) => {
    write ??= openStorageFloor(directory)
    const { operations, ...used } = run(() => write?.(pairs), milliseconds)
    return { operations: operations * pairs, ...used }
  },
  /** Starts a server with the minimum work of an operation that writes. Returns its port. */
  durable: ({ directory, name, answer }: { directory: string; name: FloorName; answer: RawAnswer }) => {
    write ??= openStorageFloor(directory)
    return startDurableServer({ answer, crypto: floorOf(name), write })
  },
  /** Returns the milliseconds of each of several durable writes, one after the other. */
  writes: ({ directory, count }: { directory: string; count: number }) => {
    write ??= openStorageFloor(directory)
    return Array.from({ length: count }, () => {
      const started = performance.now()
      write?.(1)
      return performance.now() - started
    })
  },
})
