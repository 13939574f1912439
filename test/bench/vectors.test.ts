import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { completeResponse, type RawResponse } from '../../bench/client/connection.ts'
import { composeService, type Service } from '../../bench/service/compose.ts'
import type { Case, Stage } from '../../bench/vectors/case.ts'
import { cases } from '../../bench/vectors/cases.ts'
import { createPopulation, createVendor } from '../../bench/vectors/wallets.ts'
import { createNodeCrypto } from '../../src/node/index.ts'
import { type CryptoCounts, countingCrypto } from '../support/crypto-counter.ts'
import { freshDirectory } from '../support/fresh-directory.ts'

const directory = freshDirectory()
const counter = countingCrypto(createNodeCrypto())
let service: Service
let stage: Stage

before(async () => {
  const vendor = await createVendor('test')
  service = await composeService({ directory, vendor: vendor.save(), crypto: counter.crypto })
  stage = {
    population: await createPopulation(vendor, 'test', 2),
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

/** What the service says to prepared bytes, without a socket. */
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
 * What one request costs in cryptography, when all that can be known is known: no key is imported twice and nothing is
 * verified twice.
 */
const costs: { readonly [id in Case['id']]?: Partial<CryptoCounts> } = {
  'wp-token': { verify: 3, importKey: 2, sign: 1, decrypt: 1 },
  'pid-par-cold': { verify: 2, importKey: 1 },
  'pid-par-warm': { verify: 1 },
  'pid-token': { verify: 2, importKey: 1, sign: 1 },
  'pid-credential': { verify: 2, importKey: 1, sign: 1 },
  'rp-request-object': { sign: 1 },
  'rp-response': { verify: 3, importKey: 2, agree: 1, decrypt: 1 },
}
const free: CryptoCounts = { verify: 0, importKey: 0, sign: 0, agree: 0, decrypt: 0, encrypt: 0 }

test('the requests of a whole life are taken, their answers hold, and none is taken twice', async (t) => {
  const replays: (() => Promise<RawResponse>)[] = []
  for (const one of cases)
    await t.test(one.id, async () => {
      const requests = await one.prepare(stage)
      const answers: RawResponse[] = []
      for (const request of requests) {
        counter.take()
        answers.push(await answered(one.role, request, one.status))
      }
      if (requests.length > 1) assert.deepEqual(counter.take(), { ...free, ...costs[one.id] })
      const [wallet] = stage.population.wallets
      if (wallet) await one.validate(answers[0] as RawResponse, wallet)
      one.take?.(stage, answers)
      const { replayed } = one
      if (replayed !== undefined) replays.push(() => answered(one.role, requests[0] as Buffer, replayed))
    })
  await t.test('again', async () => {
    for (const replay of replays.toReversed()) await replay()
  })
})
