/** Holder facet of mdocs. */
import { failed, isJsonObject } from '../../base/index.ts'
import { isJwsAlgorithm } from '../../jose/index.ts'
import {
  authorityKeyIds,
  type ElementPath,
  mdocClaims,
  openId4VpTranscript,
  type ParsedMdoc,
  parseMdoc,
  presentMdoc,
} from '../../mdoc/index.ts'
import type { HeldCopy, HolderFacet } from '../facets.ts'

/** Operations of a wallet on an mdoc. `present` adds a device signature over the session (D-40). */
export const mdocHolderFacet: HolderFacet = {
  open: (_ctx, held) => {
    const mdoc = openMdoc(held)
    return mdoc ? mdocClaims(mdoc) : {}
  },
  // Elements of all namespaces by name. A name that occurs in several namespaces gets its namespace as prefix (D-367).
  display: (claims) => {
    const all = Object.entries(claims).flatMap(([namespace, elements]) =>
      isJsonObject(elements) ? Object.entries(elements).map(([name, value]) => ({ namespace, name, value })) : [],
    )
    const isUnique = (wanted: string): boolean => all.filter(({ name }) => name === wanted).length === 1
    return Object.fromEntries(
      all.map(({ namespace, name, value }) => [isUnique(name) ? name : `${namespace}.${name}`, value]),
    )
  },
  disclosable: () => [],
  doctype: ({ type }) => ({ doctype: type }),
  authorityKeyIds: (held) => authorityKeyIds(openMdoc(held)?.x5chain ?? []),
  present: async (ctx, held, claims, holder, session) => {
    const mdoc = openMdoc(held)
    if (mdoc === undefined) throw new Error('a stored mdoc cannot be opened')
    const transcript = openId4VpTranscript(ctx, {
      clientId: session.clientId,
      presentationNonce: session.nonce,
      encryptionThumbprint: session.encryptionThumbprint,
      responseUri: session.responseUri,
    })
    return presentMdoc(holder, mdoc, claims as readonly ElementPath[], transcript) // throws for any other path
  },
}

function openMdoc({ alg, credential }: HeldCopy): ParsedMdoc | undefined {
  const mdoc = parseMdoc(credential, { algorithms: isJwsAlgorithm(alg) ? [alg] : [] }, 'credential')
  return failed(mdoc) ? undefined : mdoc
}
