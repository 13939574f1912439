import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SignatureScheme } from '../base/index.ts'
import { createProcessParts } from './assemble-ecosystem.ts'

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
