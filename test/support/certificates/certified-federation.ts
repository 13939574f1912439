/**
 * Certificates of a federation in memory: of a root, and of each member's federation key and signing key. One host
 * publishes the revocation lists of the root and the members. A test revokes a certificate by adding it to `revoked`.
 */
import type { Clock, JsonObject } from '../../../src/base/index.ts'
import {
  type CertificateTrustContext,
  createCertificateEvaluator,
  pinRoots,
} from '../../../src/certificate-trust/index.ts'
import type { Signer } from '../../../src/jose/index.ts'
import { certificateListMediaType, parsePathCertificate, spkiOf } from '../../../src/x509/index.ts'
import type { TestEntity } from '../federation.ts'
import type { Network } from '../network.ts'
import { base64 } from './certificate-world.ts'
import { type CertificateChanges, type Certified, certify, listOf } from './test-authority.ts'

const lists = 'https://lists.example'
const day = 86_400

/** Creates the root and publishes the lists. Certificates are valid for a month, lists for an hour. */
export async function createCertifiedFederation({
  clock,
  network,
}: {
  readonly clock: Clock
  readonly network: Network
}) {
  const dates = () => ({ notBefore: clock.now() - 60, notAfter: clock.now() + 30 * day })
  const own = await certify({ entityId: 'https://root.example', kind: 'root' }, dates())
  const root = { ...own, crl: `${lists}/root` }
  const issuers = new Map<string, Certified>([[root.crl, root]])
  /** Certificates that their issuer has revoked, in base64. */
  const revoked = new Set<string>()
  /** Seconds from now until the next list. A negative value publishes expired lists. */
  const life = { nextUpdate: 3600 }
  network.connect(lists, async ({ url }) => {
    const issuer = issuers.get(url)
    if (issuer === undefined) return new Response(null, { status: 404 })
    const [thisUpdate, revokedAt] = [clock.now() - 7200, clock.now() - 60]
    const entries = [...revoked].map((text) => ({ serial: serialOf(text), revokedAt }))
    const list = await listOf(issuer, { revoked: entries, thisUpdate, nextUpdate: clock.now() + life.nextUpdate })
    return new Response(Uint8Array.from(list), { headers: { 'content-type': certificateListMediaType } })
  })
  /** Certifies the federation key of a member, as its superior does. */
  const certifyMember = async (
    { entityId, signer }: Pick<TestEntity, 'entityId' | 'signer'>,
    changes: CertificateChanges = {},
  ): Promise<Certified> => {
    const kept = { ...dates(), spki: spkiOf(signer.publicJwk), ...changes }
    const member = {
      ...(await certify({ entityId, kind: 'member', issuer: root }, kept)),
      crl: `${lists}/${signer.kid}`,
    }
    issuers.set(member.crl, { ...member, signer })
    return { ...member, signer }
  }
  /** Returns the `x5c` of a member's signing key. */
  const chainOf = async (
    member: Certified,
    key: Signer,
    changes: CertificateChanges = {},
  ): Promise<readonly string[]> => {
    const kept = { ...dates(), spki: spkiOf(key.publicJwk), ...changes }
    const leaf = await certify({ entityId: member.entityId, kind: 'protocol', issuer: member }, kept)
    return [leaf, member].map(({ der }) => base64(der))
  }
  const evaluator = (further: Partial<CertificateTrustContext> = {}) =>
    createCertificateEvaluator({
      ...{ clock, fetch: network.fetch, urls: { loopbackHttp: false }, skewSeconds: 30, graceSeconds: 0 },
      roots: pinRoots([base64(root.der)]),
      ...further,
    })
  return { root, revoked, life, certifyMember, chainOf, evaluator }
}

/** Returns the claims of a statement that contains the member's federation key with its certificate. */
export const statedWith = ({ signer, der }: Certified): JsonObject =>
  ({ jwks: { keys: [{ ...signer.publicJwk, x5c: [base64(der)] }] } }) as unknown as JsonObject

function serialOf(text: string): string {
  const certificate = parsePathCertificate(Buffer.from(text, 'base64'), 'certificate')
  if ('code' in certificate) throw new TypeError(certificate.code)
  return certificate.certificate.serial
}
