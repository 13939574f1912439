/** Seeded faults in certificates, revocation lists and `x5c` members. They must be refused, and nothing must throw. */
import assert from 'node:assert/strict'
import { type Failure, failed, type Json } from '../../../src/base/index.ts'
import { parseCertificateList, parsePathCertificate } from '../../../src/x509/index.ts'
import { mutateBytes } from '../mutate.ts'
import { seededChance } from '../seeded-chance.ts'
import { base64, createCertificateWorld, entityId, evaluatorOf } from './certificate-world.ts'
import { listOf, testNow } from './test-authority.ts'

/** Parses this many faulty certificates and lists. Returns the codes of their refusals. */
export async function fuzzParsers(rounds: number, seed: string): Promise<ReadonlySet<string>> {
  const chance = seededChance(seed)
  const world = await createCertificateWorld()
  const revoked = [{ serial: 'ff00', revokedAt: testNow, reason: 'keyCompromise' as const }]
  const list = await listOf(world.member, { revoked })
  const certificates = [world.root, world.middle, world.member, world.leaf].map(({ der }) => der)
  const codes = new Set<string>()
  const note = (result: object | Failure): void => void (failed(result) && codes.add(result.code))
  for (let round = 0; round < rounds; round += 1) {
    note(parsePathCertificate(mutateBytes(chance, chance.pick(certificates)), 'x5c'))
    note(parseCertificateList(mutateBytes(chance, list), 'crl'))
  }
  return codes
}

/** Evaluates this many members, each with one faulty certificate or list. Returns the codes of their refusals. */
export async function fuzzEvaluator(rounds: number, seed: string): Promise<ReadonlySet<string>> {
  const chance = seededChance(seed)
  const world = await createCertificateWorld()
  const [root, middle, member] = [world.root, world.middle, world.member].map(({ crl }) => crl)
  const published = new Map(world.served)
  const codes = new Set<string>()
  for (let round = 0; round < rounds; round += 1) {
    const x5c: Json[] = [...world.x5c]
    for (const [url, list] of published) world.served.set(url, list)
    const faulty = chance.below(x5c.length + 1)
    const url = chance.pick([root, middle, member]) ?? ''
    const [der, list] = [Buffer.from(world.x5c[faulty] ?? '', 'base64'), published.get(url)]
    if (faulty < x5c.length) x5c[faulty] = base64(mutateBytes(chance, der))
    else if (list instanceof Uint8Array) world.served.set(url, mutateBytes(chance, list))
    const verdict = await evaluatorOf(world).evaluate(x5c, entityId, 'x5c')
    assert.ok(failed(verdict), `round ${round} of ${seed} was accepted`)
    codes.add(verdict.code)
  }
  return codes
}
