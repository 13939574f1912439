/**
 * Runs @openid-federation/core on the same entities. It discovers a chain of three levels over a network inside the
 * process and verifies five statements, with synchronous `node:crypto` in its callback.
 */
import { resolveTrustChains } from '@openid-federation/core'
import { inputCount } from '../floors/artefacts.ts'
import { type FloorKey, importJwk, seededKey, verifyBytes } from '../floors/primitives.ts'
import { anchorId, chainOf, configurationOf, federationOf } from '../floors/trust-chain.ts'

const wellKnown = '/.well-known/openid-federation'

/** Returns every document by its URL. */
function documents(): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (let index = 0; index < inputCount; index += 1) {
    const { subject, superior, statements } = chainOf(index)
    const [leaf = '', aboutLeaf = '', aboutSuperior = '', anchor = ''] = statements
    const key = seededKey(`floor intermediate ${index}`)
    const members = { metadata: federationOf(superior), authority_hints: [anchorId] }
    found.set(`${subject}${wellKnown}`, leaf)
    found.set(`${superior}${wellKnown}`, configurationOf(key, superior, members))
    found.set(`${anchorId}${wellKnown}`, anchor)
    found.set(`${superior}/fetch?${new URLSearchParams({ iss: superior, sub: subject })}`, aboutLeaf)
    found.set(`${anchorId}/fetch?${new URLSearchParams({ iss: anchorId, sub: superior })}`, aboutSuperior)
  }
  return found
}

/**
 * Returns the operation. The library uses only the global `fetch`, so the operation replaces it, for the rest of the
 * process.
 */
export function resolveByPeer(): (input: number) => Promise<unknown> {
  const texts = documents()
  const answer: typeof fetch = async (url) => {
    const text = texts.get(String(url).replace(/\?$/, ''))
    if (text === undefined) throw new TypeError(`no server at ${url}`)
    return new Response(text, { headers: { 'content-type': 'application/entity-statement+jwt' } })
  }
  const subjects = Array.from({ length: inputCount }, (_, index) => chainOf(index).subject)
  return async (input) => {
    globalThis.fetch = answer
    const found = await resolveTrustChains({
      entityId: subjects[input % inputCount] ?? '',
      trustAnchorEntityIds: [anchorId],
      verifyJwtCallback: async ({ data, signature, jwk }) =>
        verifyBytes(
          Buffer.from(data).toString(),
          importJwk(jwk as unknown as FloorKey['publicJwk']),
          Buffer.from(signature),
        ),
    })
    if (found.length !== 1) throw new Error(`${found.length} chains were found`)
  }
}
