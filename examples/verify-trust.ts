/**
 * Verifies trust in an entity. Resolves the trust chain to the pinned Trust Anchor, and prints every path with its
 * steps, the chain itself, and the metadata after the superiors' policies.
 *
 *     node verify-trust.ts [entity identifier]
 */
import { failed } from 'fiducia/base'
import { createFederationTrustEvaluator, explainTrust } from 'fiducia/federation'
import { defaultAlgorithms } from 'fiducia/jose'
import { createGuardedFetch, createNodeCrypto, createSystemClock } from 'fiducia/node'
import { joinSandbox, pinTrustAnchor } from 'fiducia/sandbox'

await using sandbox = await joinSandbox()
const { trust_anchor: trustAnchor, pid_provider: pidProvider } = sandbox.state
const entity = process.argv[2] ?? pidProvider

const clock = createSystemClock()
const crypto = createNodeCrypto()
const fetch = createGuardedFetch({ loopbackHttp: true })
const ctx = { clock, crypto, fetch }

// Outside a sandbox these keys come from the federation's operator, not over the network.
const anchorKeys = await pinTrustAnchor(fetch, trustAnchor)
if (failed(anchorKeys)) throw new Error(anchorKeys.code)
const anchors = new Map([[trustAnchor, anchorKeys]])
const urls = { loopbackHttp: true }

// Every tried path, with the step at which it passes or fails.
const explanation = await explainTrust(ctx, entity, [], {
  anchors,
  urls,
  algorithms: defaultAlgorithms,
  skew: 30,
  now: clock.now(),
})
console.log(`${entity}: ${explanation.verdict}`)
for (const { path, steps } of explanation.paths) {
  console.log(path.join(' → '))
  for (const { step, result, ...fault } of steps)
    console.log(`  ${step.padEnd(12)} ${result} ${'code' in fault ? `(${fault.code} at ${fault.at})` : ''}`)
}

// A role's question: is it trusted as one of these types, with which metadata and keys?
const evaluator = createFederationTrustEvaluator(ctx, { anchors, urls, skewSeconds: 30 })
const trusted = await evaluator.evaluate(entity, explanation.entityTypes as Parameters<typeof evaluator.evaluate>[1])
if (failed(trusted)) {
  console.log(`not trusted: ${trusted.code}`)
  process.exitCode = 1
} else {
  for (const statement of trusted.trustChain) {
    const [, payload = ''] = statement.split('.')
    const { iss, sub, exp } = JSON.parse(Buffer.from(payload, 'base64url').toString())
    console.log(`statement of ${iss} about ${sub}, until ${new Date(exp * 1000).toISOString()}`)
  }
  console.log('metadata:', Object.keys(trusted.metadata).join(', '))
  console.log('keys:', trusted.federationKeys.map(({ kid }) => kid).join(', '))
}
await fetch.close()
