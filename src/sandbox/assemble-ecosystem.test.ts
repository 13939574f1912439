import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { freshDirectory } from '../../test/support/fresh-directory.ts'
import type { SignatureScheme } from '../base/index.ts'
import { assembleEcosystem, createProcessParts, createStartSecrets } from './assemble-ecosystem.ts'
import { sandboxOrigins } from './origins.ts'

const es256: SignatureScheme = { name: 'ecdsa', curve: 'P-256', hash: 'sha-256' }
const bytes = new Uint8Array([1, 2, 3])

test('a sandbox signs and verifies for all requests of a turn together, as a service does (ADR 5)', async () => {
  const { crypto } = createProcessParts()
  const signer = await crypto.generateSigningKey(es256)
  const signature = await crypto.sign(es256, signer, bytes)
  const key = await crypto.importVerificationKey(signer.publicJwk, es256)
  assert.ok(key)
  const steps: string[] = []
  const request = async (promises: number): Promise<void> => {
    for (let at = 0; at < promises; at += 1) await Promise.resolve()
    assert.equal(await crypto.verify(es256, key, bytes, signature), true)
    steps.push('verified')
    await crypto.sign(es256, signer, bytes)
    steps.push('signed')
  }
  await Promise.all([request(0), request(50), request(10)])
  assert.deepEqual(steps, ['verified', 'verified', 'verified', 'signed', 'signed', 'signed'])
})

/** Returns a function that assembles the ecosystem in one directory, and stops the earlier one first. */
function assembler(t: TestContext) {
  const directory = freshDirectory()
  const stops: (() => Promise<void>)[] = []
  const stop = async (): Promise<void> => {
    for (const close of stops.splice(0)) await close()
  }
  t.after(stop)
  const path = (...parts: readonly string[]): string => join(directory, ...parts)
  const assemble = async (): Promise<void> => {
    await stop()
    const ctx = createProcessParts()
    await assembleEcosystem(ctx, {
      ...{ data: { path }, database: undefined, origins: sandboxOrigins(4000), fetchAs: () => fetch },
      currentId: () => undefined,
      ...{ decisions: { record: () => undefined }, onExchange: () => undefined, onFault: () => undefined },
      startSecrets: createStartSecrets(ctx),
      openid: 'http://localhost:3000/callback',
      addStop: (close) => void stops.push(close),
    })
  }
  return { assemble, path }
}

test('stores and keys that do not belong to each other are refused with the way out, and another fault as it is', async (t) => {
  const { assemble, path } = assembler(t)
  await assemble()
  await assemble()
  writeFileSync(path('openid-client.secret'), 'short\n', { mode: 0o600 })
  await assert.rejects(assemble(), { name: 'ConfigError', message: /secretFile: is shorter than/ })
  rmSync(path('openid-client.secret'))
  rmSync(path('keys/trust-anchor'), { recursive: true })
  await assert.rejects(assemble(), { name: 'SandboxFault', message: /other keys: name its --data directory/ })
})
