/**
 * The credentials in the wallet: what the user sees of them, and how they look to a query.
 */
import { failed, isJsonObject, type JsonObject } from '../../base/index.ts'
import { statusKeysOf } from '../../federation/index.ts'
import { isJwsAlgorithm } from '../../jose/index.ts'
import { mdocClaims, type ParsedMdoc, parseMdoc } from '../../mdoc/index.ts'
import { formatMdoc } from '../../oauth/index.ts'
import { pidClaimNames } from '../../oid4vci/index.ts'
import { findClaims, type StoredCredential } from '../../oid4vp/index.ts'
import { placeDisclosures, readIssuerPayload } from '../../sd-jwt/index.ts'
import { statusValues } from '../../status-list/index.ts'
import { WI } from '../answers.ts'
import { holderAlgorithm, type WalletContext } from '../context.ts'
import { type HeldCredential, hasEnded } from '../storage/wallet-record.ts'

/** A credential as a list shows it, without the user's data. */
export interface CredentialSummary
  extends Pick<HeldCredential, 'id' | 'format' | 'type' | 'issuer' | 'receivedAt' | 'expiresAt'> {
  readonly state: 'valid' | 'expired' | 'revoked' | 'suspended'
}

/** A credential as the user reads it. */
export interface CredentialDetails extends CredentialSummary {
  /** The user's own data by name; `namespace.name` of an mdoc's elements that share one. */
  readonly claims: JsonObject
}

/** All of them, valid or not; asks no status list. */
export async function listCredentials(ctx: WalletContext): Promise<readonly CredentialSummary[]> {
  const held = await ctx.stores.credentials.list()
  return Promise.all(held.map((one) => summarise(ctx, one)))
}

/**
 * One with its claims, in clear: for its own user. Throws a `Refusal` for an id that the wallet does not hold (WI-14).
 */
export async function showCredential(ctx: WalletContext, id: string): Promise<CredentialDetails> {
  const held = await ctx.decide('wallet/credentials', async (decision) =>
    decision.found('WI-14', WI.credentialUnknown, await ctx.stores.credentials.find(id), 'credential_unknown'),
  )
  const all = openClaims(ctx, held)
  if (held.format === formatMdoc) return { ...(await summarise(ctx, held)), claims: elementsOf(all) }
  const named = pidClaimNames.map((name) => [name, findClaims(all, [name])[0]?.value] as const)
  const claims = Object.fromEntries(named.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
  return { ...(await summarise(ctx, held)), claims }
}

/** Removes a credential, its key, and the DPoP key of its access token when no other credential is renewed by that. */
export async function removeCredential(ctx: WalletContext, id: string): Promise<void> {
  const { credentials } = ctx.stores
  const held = await ctx.decide('wallet/credentials', async (decision) =>
    decision.found('WI-14', WI.credentialUnknown, await credentials.find(id), 'credential_unknown'),
  )
  const { uselessKeyTags } = await credentials.remove(id)
  for (const tag of [held.keyTag, ...uselessKeyTags]) await ctx.secureKeys.deleteKey(tag)
}

/** A held credential and whether it may be offered. */
export interface JudgedCredential {
  readonly held: HeldCredential
  /** Only `valid` ones are offered: neither ended nor, as far as can be told, revoked or suspended (WI-56). */
  readonly state: CredentialSummary['state']
}

/** All held credentials with their states; asks their status lists. */
export async function judgeCredentials(ctx: WalletContext): Promise<readonly JudgedCredential[]> {
  const all = await ctx.stores.credentials.list()
  return Promise.all(all.map(async (held) => ({ held, state: await stateOf(ctx, held) })))
}

/** A held credential as queries see it. */
export const asStored = (ctx: Pick<WalletContext, 'crypto'>, held: HeldCredential): StoredCredential => ({
  id: held.id,
  format: held.format,
  claims: openClaims(ctx, held),
  alg: held.alg,
  keyBindingAlg: holderAlgorithm,
  ...(held.format === formatMdoc && { doctype: held.type }),
})

/** A stored mdoc as it is shown; `undefined` when it no longer opens. */
export function openMdoc({ alg, credential }: Pick<HeldCredential, 'alg' | 'credential'>): ParsedMdoc | undefined {
  const algorithms = isJwsAlgorithm(alg) ? [alg] : []
  const mdoc = parseMdoc(credential, { algorithms }, 'credential')
  return failed(mdoc) ? undefined : mdoc
}

const summarise = async (ctx: WalletContext, held: HeldCredential): Promise<CredentialSummary> => {
  const { id, format, type, issuer, receivedAt, expiresAt } = held
  return { id, format, type, issuer, receivedAt, expiresAt, state: await stateOf(ctx, held) }
}

/** A status that cannot be had says nothing against a credential: the Relying Party asks for itself. */
async function stateOf(ctx: WalletContext, held: HeldCredential): Promise<CredentialSummary['state']> {
  const now = ctx.clock.now()
  if (hasEnded(held, now)) return 'expired' // WI-56
  if (held.status === undefined) return 'valid'
  const entity = await ctx.trust.evaluate(held.issuer, ['openid_credential_issuer'])
  if (failed(entity)) return 'valid'
  const { algorithms, clockSkewSeconds: skew } = ctx.config
  const resolved = await ctx.statuses.resolve(held.status, {
    ...statusKeysOf(ctx.trust, entity, 'openid_credential_issuer'),
    algorithms,
    skew,
    now,
  })
  if (failed(resolved) || resolved.status === statusValues.valid) return 'valid'
  return resolved.status === statusValues.suspended ? 'suspended' : 'revoked'
}

/** The elements of all namespaces under their own names, behind the namespace where several have one of that name (D-367). */
function elementsOf(claims: JsonObject): JsonObject {
  const all = Object.entries(claims).flatMap(([namespace, elements]) =>
    isJsonObject(elements) ? Object.entries(elements).map(([name, value]) => ({ namespace, name, value })) : [],
  )
  const isAlone = (wanted: string): boolean => all.filter(({ name }) => name === wanted).length === 1
  return Object.fromEntries(
    all.map(({ namespace, name, value }) => [isAlone(name) ? name : `${namespace}.${name}`, value]),
  )
}

/** All claims in the clear. The credential was verified when it came; one that no longer opens has none. */
function openClaims(ctx: Pick<WalletContext, 'crypto'>, { format, alg, credential }: HeldCredential): JsonObject {
  if (format === formatMdoc) {
    const mdoc = openMdoc({ alg, credential })
    return mdoc ? mdocClaims(mdoc) : {}
  }
  const [issuerJwt = '', ...rest] = credential.split('~')
  const payload = readIssuerPayload(issuerJwt)
  const placed = failed(payload) ? payload : placeDisclosures(ctx, payload, rest.slice(0, -1), 'credential')
  return failed(placed) ? {} : placed.claims
}
