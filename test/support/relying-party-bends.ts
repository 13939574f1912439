/** Changes to one thing that a Relying Party sends: its link, its request, its metadata or its answers. */
import assert from 'node:assert/strict'
import type { JsonObject } from '../../src/base/index.ts'
import type { Case } from './cases.ts'
import type { JwtChange } from './forge-jwt.ts'
import type { PresentationBench } from './presentation-bench.ts'
import { refusedBy } from './refused-by.ts'
import { type RelyingPartyBends, responseUri } from './scripted-relying-party.ts'

/** Changes the Relying Party. May return a link to use in place of its own. */
export type Bend = (bends: RelyingPartyBends, link: () => URL) => unknown

/** Changes the Request Object. */
export const request = (change: JwtChange) => (bends: RelyingPartyBends) => {
  bends.request = change
}
/** Changes claims of the Request Object. */
export const payload = (change: Record<string, unknown>) => request({ payload: change })
/** Selects variant 1, and changes claims of its Request Object. */
export const scoped = (change: Record<string, unknown>) => (bends: RelyingPartyBends) => {
  bends.variant = 'scope'
  bends.request = { payload: change }
}
const metadata = (change: Record<string, unknown>) => (bends: RelyingPartyBends) => {
  bends.metadata = (members) => ({ ...members, ...change }) as JsonObject
}
/** Changes the link. */
export const link =
  (change: (url: URL) => unknown) =>
  (_: RelyingPartyBends, own: () => URL): string => {
    const url = own()
    change(url)
    return url.href
  }
/** Replaces the answer at a path. */
export const answer = (path: string, make: () => Response) => (bends: RelyingPartyBends) => {
  bends.answer = (asked) => (asked === path ? make() : undefined)
}
/** Uses this `response_uri`, and lists it in the metadata. */
export const respondTo = (url: string) => (bends: RelyingPartyBends) => {
  metadata({ response_uris_supported: [url], response_uris: [url] })(bends)
  payload({ response_uri: url })(bends)
}
/** Asks for a POST to the `request_uri`, and sets the `wallet_nonce` of the Request Object. */
export const posted = (walletNonce: RelyingPartyBends['walletNonce']) => (bends: RelyingPartyBends) => {
  bends.engagement = { request_uri_method: 'post' }
  Object.assign(bends, { walletNonce })
}
export const now = 1_768_478_400

/** Applies the change, and presents. */
export async function run(bench: PresentationBench, bend: Bend): Promise<unknown> {
  const bent = bend(bench.relyingParty.bends, () => new URL(bench.relyingParty.engagement()))
  return bench.wallet.present(typeof bent === 'string' ? bent : bench.relyingParty.engagement())
}

/**
 * Asserts that the rule refuses the changed request, that the wallet posts nothing and that it does not ask the user.
 */
export async function assertNothingPosted(
  bench: PresentationBench,
  [[id, code], , bend]: Case<[bend: Bend]>,
): Promise<void> {
  await refusedBy(id, code, run(bench, bend))
  assert.equal(bench.sentTo(responseUri).length, 0)
  assert.equal(bench.sentTo('http://rp.example/response').length, 0)
  assert.equal(bench.sentTo('https://rp.example/d').length, 0)
  assert.equal(bench.asked.length, 0)
}
