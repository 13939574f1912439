/** A root, an intermediate, a member and its protocol key, whose revocation lists are published on a network. */
import type { Clock, Fetch } from '../../../src/base/index.ts'
import { createCertificateEvaluator, pinRoots } from '../../../src/certificate-trust/index.ts'
import { certificateListMediaType, type UnsignedCertificateList } from '../../../src/x509/index.ts'
import { type CertificateChanges, type Certified, certify, listOf, testNow } from './test-authority.ts'

export const entityId = 'https://host.example/1.4'

type Place = 'root' | 'middle' | 'member' | 'leaf'

/** Changes of a test in each certificate. */
export type WorldChanges = { readonly [place in Place]?: CertificateChanges }

export interface CertificateWorld extends Readonly<Record<Place, Certified>> {
  readonly x5c: readonly string[]
  /** Bytes or status that each URL answers. A test replaces them. */
  readonly served: Map<string, Uint8Array | number>
  /** URLs in the order of the requests. */
  readonly asked: string[]
  readonly fetch: Fetch
  /** Publishes the list of an authority, with changes. */
  publish(place: Place, changes?: Partial<UnsignedCertificateList>): Promise<void>
}

export const base64 = (der: Uint8Array): string => Buffer.from(der).toString('base64')

/** Creates the four certificates and publishes an empty list of each authority. */
export async function createCertificateWorld(changes: WorldChanges = {}): Promise<CertificateWorld> {
  const root = await certify({ entityId: 'https://anchor.example', kind: 'root' }, changes.root)
  const middleOf = { entityId: 'https://middle.example', kind: 'intermediate', issuer: root } as const
  const middle = await certify(middleOf, changes.middle)
  const member = await certify({ entityId, kind: 'member', issuer: middle }, changes.member)
  const leaf = await certify({ entityId, kind: 'protocol', issuer: member }, changes.leaf)
  const all = { root, middle, member, leaf }
  const served = new Map<string, Uint8Array | number>()
  const asked: string[] = []
  const publish = async (place: Place, listChanges?: Partial<UnsignedCertificateList>) =>
    void served.set(all[place].crl, await listOf(all[place], listChanges))
  for (const place of ['root', 'middle', 'member'] as const) await publish(place)
  const fetch: Fetch = async ({ url }) => {
    asked.push(url)
    const answer = served.get(url) ?? 404
    if (typeof answer === 'number') return new Response(null, { status: answer })
    return new Response(Uint8Array.from(answer), { headers: { 'content-type': certificateListMediaType } })
  }
  return { ...all, x5c: [leaf, member, middle].map(({ der }) => base64(der)), served, asked, fetch, publish }
}

/** Creates an evaluator that pins the root of this world, or other roots. */
export const evaluatorOf = (
  world: CertificateWorld,
  { clock = { now: () => testNow }, roots = [world.root.der] }: { clock?: Clock; roots?: readonly Uint8Array[] } = {},
) =>
  createCertificateEvaluator({
    ...{ clock, fetch: world.fetch, urls: { loopbackHttp: false }, skewSeconds: 30, graceSeconds: 600 },
    roots: pinRoots(roots.map(base64)),
  })
