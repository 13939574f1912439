/**
 * Evaluates the query of a request against the wallet's credentials (WI-82, WI-94). Uses only credentials whose format
 * the wallet offers in the profile (D-920), and whose format and algorithm the Relying Party's attested metadata accept
 * (WI-95). Offers nothing if a required item cannot be answered.
 */
import { type CryptoContext, type Failure, fail, failed, joinRules, rows } from '../../base/index.ts'
import { holderFacets } from '../../credential/holder.ts'
import { verifierFacet } from '../../credential/index.ts'
import { formatDcSdJwt } from '../../oauth/index.ts'
import {
  asksAttestation,
  canonicalFormat,
  credentialType,
  type DcqlQuery,
  evaluateDcql,
  evaluateDefinition,
  formatAttested,
  isWalletAttestationQuery,
  type SelectedClaim,
  type StoredCredential,
  startsWith,
  type TrustedRequestObject,
} from '../../oid4vp/index.ts'
import { type ProfileName, relyingPartyWire, walletWire } from '../../profiles/index.ts'
import { parseWalletAttestation } from '../../wallet-attestation/index.ts'
import { type WalletAnswer, WI } from '../answers.ts'
import type { UsableAttestation } from '../attestation/choose-attestation.ts'
import type { WalletContext } from '../context.ts'
import type { HeldCredential } from '../storage/wallet-record.ts'
import { storedWithAuthorities } from './authorities.ts'
import { type CredentialWithState, listWithStates } from './presentable-credentials.ts'
import { type ShownClaim, shownClaims } from './shown-claims.ts'

const attestationId = 'wallet-attestation'

interface MatchedCredential {
  readonly credential: StoredCredential
  readonly claims: readonly SelectedClaim[]
}

export interface Candidate {
  readonly credential: StoredCredential
  /** Choices of the user. Without technical claims that every presentation reveals (WI-202). */
  readonly claims: readonly ShownClaim[]
}

export interface AskedItem<C = Candidate> {
  /** Id of the credential query or input descriptor. */
  readonly id: string
  readonly purpose: string | undefined
  /** Name of the format in the `presentation_submission`. Not used in the response to a DCQL query. */
  readonly format: string
  readonly candidates: readonly C[]
  /** True if the user may leave the item out: only optional sets contain it (OpenID4VP 1.0 §6.2). */
  readonly optional?: true
}

export interface Offer {
  /** Items for which the user chooses a credential. */
  readonly items: readonly AskedItem[]
  /**
   * Items that the Wallet Attestation answers. The user is not asked, because the attestation contains no data about
   * the user.
   */
  readonly attestationItems: readonly AskedItem[]
  /** True if the request asks for the Wallet Attestation (WI-106). */
  readonly asksAttestation: boolean
  /** Item ids of each optional set. A set is answered completely or not at all. */
  readonly optionalSets: readonly (readonly string[])[]
  /** Valid credentials of the wallet in a format of the profile, also those that answer no item. */
  readonly held: readonly HeldCredential[]
}

type OfferCode = 'no_matching_credential' | 'algorithm_not_attested'

export const DCQL_OFFER_RULES = joinRules<OfferCode>()(
  rows(WI.nothingFits, { 'WI-82': ['no_matching_credential'] }),
  rows(WI.algorithmNotTaken, { 'WI-95': ['algorithm_not_attested'] }),
)

export const SCOPE_OFFER_RULES = joinRules<OfferCode>()(
  DCQL_OFFER_RULES,
  rows(WI.nothingFits, { 'WI-94': ['no_matching_credential'] }),
)

/**
 * Returns the items of the query that the wallet can answer, each with the credentials that can answer it. Fails with
 * `no_matching_credential` if the valid credentials cannot answer the query. Fails with `algorithm_not_attested` if
 * they can, but those whose format and algorithm the Relying Party accepts cannot. Does not ask for consent. The Wallet
 * Attestation answers a query only in a profile that asks for it as a JWT.
 */
export async function makeOffer(
  ctx: WalletContext,
  request: TrustedRequestObject,
  attestation: UsableAttestation,
  profile: ProfileName,
): Promise<Offer | Failure<OfferCode>> {
  const offeredFormats = walletWire[profile].offeredFormats.map(canonicalFormat)
  const isOffered = ({ held }: CredentialWithState): boolean => offeredFormats.includes(canonicalFormat(held.format))
  const offeredCredentials = (await listWithStates(ctx)).filter(isOffered)
  const held = offeredCredentials.filter(({ state }) => state === 'valid').map((one) => one.held)
  const stored = await Promise.all(held.map((one) => storedWithAuthorities(ctx, request, one)))
  const jwts = relyingPartyWire[profile].walletAttestation === 'jwt' ? attestationCredential(ctx, attestation) : [] // WI-180
  const matching = findAnswerable(request, [...stored, ...jwts])
  if (matching === undefined || matching.items.length === 0)
    return fail('no_matching_credential', await noMatchPlace(ctx, request, offeredCredentials, jwts))
  const accepted = stored.filter((one) => formatAttested(request.relyingPartyMetadata.vpFormats, one))
  const answerable = findAnswerable(request, [...accepted, ...jwts])
  if (answerable === undefined || answerable.items.length === 0)
    return fail('algorithm_not_attested', 'metadata.vp_formats') // WI-95
  const offered = answerable.items.map(({ candidates, ...item }) => ({
    ...item,
    candidates: candidates.map((one) => asShown(ctx, one, held)),
  }))
  const isAttestation = ({ candidates }: AskedItem): boolean => candidates[0]?.credential.id === attestationId
  return {
    items: offered.filter((item) => !isAttestation(item)),
    attestationItems: offered.filter(isAttestation),
    asksAttestation: requestsAttestation(request),
    optionalSets: answerable.optionalSets,
    held,
  }
}

/**
 * Returns the place for the failure: `query.suspended`, `query.revoked`, `query.outdated` or `query.expired` if a
 * credential in that state would answer the request, else `query`.
 */
async function noMatchPlace(
  ctx: WalletContext,
  request: TrustedRequestObject,
  credentials: readonly CredentialWithState[],
  jwts: readonly StoredCredential[],
): Promise<string> {
  const stored = await Promise.all(credentials.map(({ held }) => storedWithAuthorities(ctx, request, held)))
  const candidates = findAnswerable(request, [...stored, ...jwts])?.items.map((item) => item.candidates) ?? []
  const states = candidates.map((some) =>
    some.map(({ credential: { id } }) => credentials.find(({ held }) => held.id === id)?.state),
  )
  const [state] = states.flatMap((some) => (some.some(isUsable) ? [] : some.slice(0, 1)))
  return state === undefined ? 'query' : `query.${state}`
}

/** Returns true for a valid credential, and for the Wallet Attestation, which has no state. */
const isUsable = (state: CredentialWithState['state'] | undefined): boolean => state === undefined || state === 'valid'

const answersByPlace: { readonly [place in string]?: WalletAnswer } = {
  'query.suspended': WI.credentialSuspended,
  'query.revoked': WI.credentialRevoked,
  'query.outdated': WI.credentialOutdated,
  'query.expired': WI.credentialExpired,
}

/**
 * Returns a function from the usual answer to the answer that the user sees. If only a suspended, revoked, outdated or
 * expired credential matches, that answer names the state of the credential. Otherwise it is the usual answer. The
 * Relying Party does not learn the state (D-233).
 */
export const withStateOfMatch =
  (result: Offer | Failure<OfferCode>) =>
  (answer: WalletAnswer): WalletAnswer =>
    (failed(result) ? answersByPlace[result.at] : undefined) ?? answer

function asShown(
  ctx: CryptoContext,
  { credential, claims }: MatchedCredential,
  held: readonly HeldCredential[],
): Candidate {
  const source = held.find(({ id }) => id === credential.id)
  const disclosable = source ? holderFacets[source.format].disclosable(ctx, source) : []
  const facet = verifierFacet(credential.format)
  const isChoice = ({ path }: ShownClaim): boolean =>
    !facet.isTechnical(facet.claimPath(path)) || disclosable.some((one) => startsWith(one.path, path)) // WI-202
  return { credential, claims: shownClaims(claims, disclosable).filter(isChoice) }
}

const requestsAttestation = (request: TrustedRequestObject): boolean =>
  request.kind === 'dcql'
    ? request.query.credentials.some(isWalletAttestationQuery)
    : request.definition.descriptors.some(({ format }) => asksAttestation(Object.keys(format ?? {})))

interface AnswerableItems {
  readonly items: readonly AskedItem<MatchedCredential>[]
  readonly optionalSets: Offer['optionalSets']
}

/**
 * Returns the items that can be answered, in the order of the request. Returns `undefined` if a required item cannot be
 * answered.
 */
function findAnswerable(
  request: TrustedRequestObject,
  credentials: readonly StoredCredential[],
): AnswerableItems | undefined {
  if (request.kind === 'dcql') return matchQuery(request.query, credentials)
  const { satisfiable, descriptors } = evaluateDefinition(request.definition, credentials)
  if (!satisfiable) return undefined
  const items = descriptors.map(({ id, candidates }) => {
    const { purpose, format } = request.definition.descriptors.find((one) => one.id === id) ?? {}
    return { id, purpose, format: statedFormat(format, candidates), candidates }
  })
  return { items, optionalSets: [] }
}

/**
 * Selects from each set the first option that can be answered, because the Relying Party lists the options in order of
 * preference.
 */
function matchQuery(query: DcqlQuery, credentials: readonly StoredCredential[]): AnswerableItems | undefined {
  const { satisfiable, queries, sets } = evaluateDcql(query, credentials)
  if (!satisfiable) return undefined
  const optionsOf = (isRequired: boolean) =>
    sets.flatMap(({ required, options: [first] }) => (required === isRequired && first !== undefined ? [first] : []))
  const required = new Set(optionsOf(true).flat())
  const optionalSets = optionsOf(false)
  const wanted = new Set([...required, ...optionalSets.flat()])
  const items = queries
    .filter(({ id }) => wanted.has(id))
    .map(({ id, candidates }) => ({
      id,
      purpose: undefined,
      format: formatDcSdJwt,
      candidates,
      ...(!required.has(id) && { optional: true as const }),
    }))
  return { items, optionalSets }
}

/** Returns the descriptor's name for the credential's format. Defaults to the format's name in the credential. */
function statedFormat(format: object | undefined, [first]: readonly MatchedCredential[]): string {
  const actual = first?.credential.format ?? ''
  return Object.keys(format ?? {}).find((name) => canonicalFormat(name) === canonicalFormat(actual)) ?? actual
}

/**
 * Returns the Wallet Attestation in the form for query evaluation: a JWT without disclosures. Returns an empty list if
 * it cannot be parsed.
 */
function attestationCredential(ctx: WalletContext, { compact }: UsableAttestation): readonly StoredCredential[] {
  const parsed = parseWalletAttestation(compact, ctx.config)
  if (failed(parsed)) return []
  const { payload, header } = parsed.jws
  return [{ id: attestationId, format: 'jwt', claims: payload, alg: header.alg }]
}

/** Returns the type of a credential, for display. Defaults to its format. */
export const typeOf = (credential: StoredCredential): string => credentialType(credential) ?? credential.format
