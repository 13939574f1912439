import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { completeResponse, type RawResponse } from '../../bench/client/connection.ts'
import { floorCounts } from '../../bench/floors/floor-counts.ts'
import { inProcessOperation } from '../../bench/in-process/operations.ts'
import { inProcessCases } from '../../bench/rounds.ts'
import { composeService, type Service } from '../../bench/service/compose.ts'
import type { Case, Stage } from '../../bench/vectors/case.ts'
import { cases } from '../../bench/vectors/cases.ts'
import { createPopulation, createVendor } from '../../bench/vectors/wallets.ts'
import { createNodeCrypto } from '../../src/node/index.ts'
import { countingCertificates } from '../support/certificate-counter.ts'
import { type CryptoCounts, countingCrypto } from '../support/crypto-counter.ts'
import { fixedClock } from '../support/fixed-clock.ts'
import { freshDirectory } from '../support/fresh-directory.ts'

const directory = freshDirectory()
/** Fixed, because a renewal that becomes due would be counted with the request that triggers it. */
const clock = fixedClock()
const counter = countingCrypto(createNodeCrypto())
const certificates = countingCertificates()
let service: Service
let stage: Stage

before(async () => {
  const vendor = await createVendor('test', clock)
  service = await composeService({ directory, vendor: vendor.save(), crypto: counter.crypto, clock })
  stage = {
    population: await createPopulation(vendor, 'test', 2, clock),
    collect: async (role, requests, status) => {
      const answers: RawResponse[] = []
      for (const request of requests) answers.push(await answered(role, request, status))
      return answers
    },
  }
})
after(async () => {
  await service.close()
  rmSync(directory, { recursive: true })
})

/** Sends prepared bytes to the service without a socket, and returns its answer. */
async function answered(role: Case['role'], bytes: Buffer, status: number): Promise<RawResponse> {
  const app = service.roles.find(({ name }) => name === role)?.app
  const response = await app?.(webRequest(bytes))
  assert.ok(response)
  const body = await response.text()
  assert.equal(response.status, status, body)
  const head = [...response.headers].map(([name, value]) => `${name}: ${value}\r\n`).join('')
  const length = response.status === 204 ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`
  const raw = completeResponse(Buffer.from(`HTTP/1.1 ${response.status} X\r\n${head}${length}\r\n${body}`))
  assert.ok(raw)
  return raw
}

function webRequest(bytes: Buffer): Request {
  const [head = '', body] = bytes.toString().split('\r\n\r\n')
  const [line = '', ...lines] = head.split('\r\n')
  const [method = '', target = ''] = line.split(' ')
  const headers = new Headers(lines.map((one) => one.split(/: (.*)/s, 2) as [string, string]))
  if (method === 'POST') assert.equal(Number(headers.get('content-length')), Buffer.byteLength(body ?? ''))
  return new Request(`https://${headers.get('host')}${target}`, { method, headers, ...(method === 'POST' && { body }) })
}

/**
 * Returns the expected cryptographic operations of one request with warm caches: those of its floor, and one decryption
 * for an integrity verdict or a presentation, which the table of the floors does not count.
 */
function costOf({ id, crypto }: Pick<Case, 'id' | 'crypto'>): CryptoCounts {
  const floor = crypto === undefined || crypto === 'wp-register' ? none : floorCounts[crypto]
  return countsOf(floor, id === 'wp-token' || id.startsWith('rp-response') ? 1 : 0)
}

const none = { V: 0, K: 0, S: 0, E: 0 }

const countsOf = ({ V, K, S, E }: typeof none, decrypt = 0): CryptoCounts => ({
  verify: V,
  importKey: K,
  sign: S,
  agree: E,
  decrypt,
  encrypt: 0,
})

/**
 * Returns the expected operations on certificates. A registration verifies the leaf and the device's attestation
 * certificate, and imports the key of the latter. The certificates above them are cached since the first wallet.
 */
const certificatesOf = ({ id }: Case) =>
  id === 'wp-register' ? { verify: 2, importKey: 1, parse: 0 } : { verify: 0, importKey: 0, parse: 0 }

test('each request of a life cycle has its expected cost and a valid answer, and single-use values are refused when sent again', async (t) => {
  const replays: (() => Promise<RawResponse>)[] = []
  for (const one of cases)
    await t.test(one.id, async () => {
      const prepared = await one.prepare(stage)
      const requests = prepared.length > 1 ? prepared : [...prepared, ...prepared]
      const answers: RawResponse[] = []
      for (const request of requests) {
        counter.take()
        certificates.take()
        answers.push(await answered(one.role, request, one.status))
      }
      assert.deepEqual(counter.take(), costOf(one))
      assert.deepEqual(certificates.take(), certificatesOf(one))
      const [wallet] = stage.population.wallets
      if (wallet) await one.validate(answers[0] as RawResponse, wallet)
      one.storeAnswers?.(stage, answers)
      const { replayed } = one
      if (replayed !== undefined) replays.push(() => answered(one.role, requests[0] as Buffer, replayed))
    })
  await t.test('each request is sent again', async () => {
    for (const replay of replays.toReversed()) await replay()
  })
})

for (const name of inProcessCases)
  test(`${name}, without HTTP, does the operations that its floor counts`, async () => {
    const own = countingCrypto(createNodeCrypto())
    const operation = inProcessOperation(name, own.crypto)
    await operation(0)
    own.take()
    await operation(1)
    assert.deepEqual(own.take(), countsOf(floorCounts[name]))
  })
