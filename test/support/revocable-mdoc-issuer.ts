/** A document signer and its authority, whose revocation list is published on a network. */
import type { MdocSigner } from '../../src/mdoc/index.ts'
import { createCertifiedJwk } from '../../src/oid4vci/index.ts'
import {
  certificateListMediaType,
  crlDistributionPoint,
  extensionOids,
  type UnsignedExtension,
} from '../../src/x509/index.ts'
import { type Certified, certify, listOf } from './certificates/test-authority.ts'
import { fixedClock } from './fixed-clock.ts'
import type { Network } from './network.ts'

const now = fixedClock().now()
const dates = { notBefore: now - 3600, notAfter: now + 90 * 86_400 }
const listUrl = 'https://lists.example/mdoc'

/** Distribution point of a signer. `none` omits it. */
export type ListPoint = 'usual' | 'critical' | 'none'

export interface RevocableMdocIssuer {
  readonly authority: Certified
  readonly leaf: Certified
  readonly mdocSigner: MdocSigner
  /** Key for the issuer's metadata, with its certificates. */
  readonly documentKey: ReturnType<typeof createCertifiedJwk>
  /** Serves the list at its URL. Returns a list to which the URL of each request is added. */
  serveList(network: Network, answer: 'empty' | 'revoked' | 'unreachable'): Promise<readonly string[]>
}

const serial = '4d'

export async function createRevocableMdocIssuer(entityId: string, point: ListPoint): Promise<RevocableMdocIssuer> {
  const authority = await certify({ entityId, kind: 'root' }, dates)
  const usual = crlDistributionPoint(listUrl)
  const points: Readonly<Record<ListPoint, UnsignedExtension | null>> = {
    usual,
    critical: { ...usual, critical: true },
    none: null,
  }
  const extensions = { [extensionOids.crlDistributionPoints]: points[point] }
  const leaf = await certify({ entityId, kind: 'protocol', issuer: authority }, { ...dates, serial, extensions })
  return {
    authority,
    leaf,
    mdocSigner: { signer: leaf.signer, x5chain: [leaf.der] },
    documentKey: createCertifiedJwk(leaf.signer.publicJwk, [leaf.der, authority.der]),
    serveList: async (network, answer) => {
      const asked: string[] = []
      const revoked = answer === 'revoked' ? [{ serial, revokedAt: now - 60 }] : []
      const list = await listOf(authority, { thisUpdate: now - 3600, nextUpdate: now + 3600, revoked })
      network.connect(listUrl, async (request) => {
        asked.push(request.url)
        if (answer === 'unreachable') return new Response(null, { status: 503 })
        return new Response(Uint8Array.from(list), { headers: { 'content-type': certificateListMediaType } })
      })
      return asked
    },
  }
}
