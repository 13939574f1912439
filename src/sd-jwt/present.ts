/**
 * Presents an SD-JWT (RFC 9901 §5.2) from a wallet. A wallet verifies a credential on receipt, so no signature is
 * verified here.
 */
import {
  type CryptoContext,
  decodeBase64urlText,
  type Failure,
  fail,
  failed,
  type Json,
  type JsonObject,
  parseJsonObject,
} from '../base/index.ts'
import type { ClaimPath, ConcretePath } from './disclosure.ts'
import { type PlacementCode, type ProcessedPayload, placeDisclosures } from './placement.ts'

/** Reasons not to present a stored credential: it is malformed, or a path selects no claim. */
export type PresentCode = PlacementCode | 'sd_jwt_malformed' | 'claim_not_found'

/** A claim that the holder can disclose or withhold. */
export interface DisclosableClaim {
  readonly path: ConcretePath
  /** The value, including claims inside it that have their own Disclosures. */
  readonly value: Json
}

/**
 * Lists the claims that a holder can disclose or withhold: path and value of every Disclosure, in the received order.
 * Fails for a malformed SD-JWT.
 */
export function listDisclosableClaims(
  ctx: CryptoContext,
  sdJwt: string,
): readonly DisclosableClaim[] | Failure<PresentCode> {
  const stored = readStored(ctx, sdJwt)
  if (failed(stored)) return stored
  return stored.placed.map(({ path, value }) => ({ path, value }))
}

/**
 * Creates a presentation with exactly the Disclosures that the selected claims need: the Disclosures of the claims, and
 * of everything that contains them. A selected path does not select claims inside it that have their own Disclosures. A
 * plain claim needs no Disclosure. Fails with `claim_not_found` if a path selects nothing. The result ends in `~`,
 * without a Key Binding JWT.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { failed } from 'fiducia/base'
 * import { generateSigner } from 'fiducia/jose'
 * import { createNodeCrypto, createNodeRandom } from 'fiducia/node'
 * import { issueSdJwt, presentSdJwt } from 'fiducia/sd-jwt'
 *
 * const ctx = { crypto: createNodeCrypto(), random: createNodeRandom() }
 * const content = { header: { typ: 'dc+sd-jwt' }, plain: {}, disclosable: { given_name: 'Ada', family_name: 'Rossi' } }
 * const sdJwt = await issueSdJwt(ctx, await generateSigner(ctx), content)
 * const presented = presentSdJwt(ctx, sdJwt, [['given_name']])
 * assert.ok(!failed(presented))
 * assert.equal(presented.split('~').length, 3)
 * ```
 */
export function presentSdJwt(
  ctx: CryptoContext,
  sdJwt: string,
  selection: readonly ClaimPath[],
): string | Failure<PresentCode> {
  const stored = readStored(ctx, sdJwt)
  if (failed(stored)) return stored
  if (!selection.every((path) => hasPath(stored.claims, path))) return fail('claim_not_found', 'selection')
  const needed = stored.placed.filter(({ path }) => selection.some((selected) => isPrefixOf(path, selected)))
  return `${stored.issuerJwt}~${needed.map(({ disclosure }) => `${disclosure.text}~`).join('')}` // WI-17
}

/** Returns the header of an Issuer-signed JWT without verifying it. */
export const readIssuerHeader = (issuerJwt: string): JsonObject | Failure<PresentCode> =>
  readPart(issuerJwt.split('.', 3)[0], 'sd_jwt.header')

/** Returns the payload of an Issuer-signed JWT without verifying it. */
export const readIssuerPayload = (issuerJwt: string): JsonObject | Failure<PresentCode> =>
  readPart(issuerJwt.split('.', 3)[1], 'sd_jwt.payload')

function readPart(part: string | undefined, at: string): JsonObject | Failure<PresentCode> {
  const text = decodeBase64urlText(part ?? '')
  return text === undefined ? fail('sd_jwt_malformed', at) : parseJsonObject(text, at)
}

function readStored(
  ctx: CryptoContext,
  sdJwt: string,
): (ProcessedPayload & { readonly issuerJwt: string }) | Failure<PresentCode> {
  const lastTilde = sdJwt.lastIndexOf('~')
  if (lastTilde < 0) return fail('sd_jwt_malformed', 'sd_jwt')
  const [issuerJwt = '', ...texts] = sdJwt.slice(0, lastTilde).split('~')
  const payload = readIssuerPayload(issuerJwt)
  if (failed(payload)) return payload
  const processed = placeDisclosures(ctx, payload, texts, 'sd_jwt')
  if (failed(processed)) return processed
  return { issuerJwt, ...processed }
}

/** Returns true if the path of a Disclosure is a selected path or a prefix of one. `null` selects each array index. */
const isPrefixOf = (path: ConcretePath, selected: ClaimPath): boolean =>
  path.length <= selected.length &&
  path.every((step, index) => step === selected[index] || (selected[index] === null && typeof step === 'number'))

function hasPath(value: Json | undefined, [step, ...rest]: ClaimPath): boolean {
  if (value === undefined) return false
  if (step === undefined) return true
  if (typeof value !== 'object' || value === null) return false
  if (step === null) return Array.isArray(value) && value.some((element) => hasPath(element, rest))
  if (Array.isArray(value) !== (typeof step === 'number') || !Object.hasOwn(value, step)) return false
  return hasPath((value as JsonObject)[step], rest)
}
