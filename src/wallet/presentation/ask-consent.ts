/** Asks the user for consent (WI-14): shows who requests which claims, and why. Accepts only what was offered. */
import { z } from 'zod'
import {
  type Decision,
  failed,
  isJsonObject,
  type JsonObject,
  parseUrl,
  placeOf,
  sameJson,
  shownText,
} from '../../base/index.ts'
import { verifierFacet } from '../../credential/index.ts'
import {
  asksAttestation,
  type ClaimPath,
  type ConcretePath,
  isWalletAttestationQuery,
  type TrustedRequestObject,
} from '../../oid4vp/index.ts'
import type { ProfileName } from '../../profiles/index.ts'
import { displayLimits, type WalletAnswer, WI } from '../answers.ts'
import type { WalletContext } from '../context.ts'
import type {
  ChosenItem,
  ConsentAnswer,
  OfferedItem,
  RequestedItem,
  RequestingParty,
  UnanswerableRequest,
} from '../ports/consent.ts'
import { type AskedItem, type Candidate, type Offer, typeOf } from './offer.ts'

/** An item of the request, the credential that answers it, and the requested paths that the user agreed to send. */
export interface AgreedItem {
  readonly item: AskedItem
  readonly candidate: Candidate
  readonly claims: readonly ConcretePath[]
}

/** Returns what the user sees if no credential of the wallet answers the request. */
export const unanswerableRequest = (
  ctx: Pick<WalletContext, 'config'>,
  request: TrustedRequestObject,
  profile: ProfileName,
): UnanswerableRequest => ({
  relyingParty: requestingParty(ctx, request, profile),
  items: requestedItems(request),
})

/**
 * Returns the items that the user agreed to. Returns `undefined` if the user refused or left nothing to send. Ignores
 * chosen items and claims that were not offered. Rejects with a `Refusal` if a required item is missing or a credential
 * was not offered, and with an Error if the app's answer has another form.
 */
export async function askConsent(
  ctx: Pick<WalletContext, 'consent' | 'config'>,
  decision: Decision<WalletAnswer>,
  { request, profile }: { readonly request: TrustedRequestObject; readonly profile: ProfileName },
  offer: Offer,
): Promise<readonly AgreedItem[] | undefined> {
  const items = offer.items.map((item) => offeredItemOf(item, offer, retainedPaths(request, item)))
  const walletAttestationAsked = offer.asksAttestation
  const relyingParty = requestingParty(ctx, request, profile)
  const answer = readConsent(await ctx.consent.ask({ relyingParty, walletAttestationAsked, items }))
  if (!answer.given) return undefined
  const agreedItems = offer.items.flatMap((item) => {
    const chosen = answer.items.find(({ id }) => id === item.id)
    if (chosen === undefined && item.optional) return []
    return [agreedItemOf(item, decision.found('WI-14', WI.nothingFits, chosen, 'item_not_chosen'), decision)]
  })
  return withoutIncompleteSets(offer, agreedItems)
}

/**
 * Removes the optional items that are in no complete optional set, because the user left an item out (WI-105). Returns
 * `undefined` if nothing is left to send: a response must have at least one presentation.
 */
function withoutIncompleteSets(offer: Offer, agreedItems: readonly AgreedItem[]): readonly AgreedItem[] | undefined {
  const attested = offer.attestationItems.map(({ id }) => id)
  const chosen = new Set([...agreedItems.map(({ item }) => item.id), ...attested])
  const answered = new Set(offer.optionalSets.filter((ids) => ids.every((id) => chosen.has(id))).flat())
  const sent = agreedItems.filter(({ item }) => !item.optional || answered.has(item.id))
  const hasAttestation = offer.attestationItems.some(({ optional, id }) => !optional || answered.has(id))
  return sent.length > 0 || hasAttestation ? sent : undefined
}

const consentAnswer = z.discriminatedUnion('given', [
  z.object({ given: z.literal(false) }),
  z.object({
    given: z.literal(true),
    items: z.array(
      z.object({
        id: z.string(),
        credential: z.string(),
        claims: z.array(z.array(z.union([z.string(), z.number()]))),
      }),
    ),
  }),
])

/**
 * Parses the answer of the app. Throws an Error if the answer has another form: the app has a fault and the user gave
 * no consent.
 */
function readConsent(answer: unknown): ConsentAnswer {
  const parsed = consentAnswer.safeParse(answer)
  if (parsed.success) return parsed.data
  const place = placeOf('answer', parsed.error)
  throw new Error(
    `consent.ask returned an answer that is not valid (at ${place}): return { given: false } or { given: true, items }; no data were sent`,
  )
}

function agreedItemOf(item: AskedItem, chosen: ChosenItem, decision: Decision<WalletAnswer>): AgreedItem {
  const found = item.candidates.find(({ credential }) => credential.id === chosen.credential)
  const candidate = decision.found('WI-14', WI.nothingFits, found, 'credential_not_offered')
  const chosenClaims = candidate.claims.filter(({ path }) => chosen.claims.some((one) => sameJson(one, path)))
  return { item, candidate, claims: chosenClaims.flatMap(({ asked }) => asked) } // WI-17
}

function requestingParty(
  { config }: Pick<WalletContext, 'config'>,
  { relyingParty, relyingPartyMetadata }: TrustedRequestObject,
  profile: ProfileName,
): RequestingParty {
  const about = relyingParty.metadata.federation_entity
  const { entityId } = relyingParty
  const organization = visibleName(textMember(about, 'organization_name'))
  return {
    entityId,
    name: visibleName(relyingPartyMetadata.clientName) ?? organization ?? entityId,
    organization,
    policyUri: visibleLink(config, about, 'policy_uri'),
    logoUri: visibleLink(config, about, 'logo_uri'),
    profile,
    erasureEndpoint: visibleLink(config, { erasure: relyingPartyMetadata.erasureEndpoint ?? null }, 'erasure'), // WI-144
  }
}

/** Returns another party's text as the user sees it (D-257), or `undefined` if nothing is visible. */
const visibleText = (text: string | undefined, maximum: number): string | undefined =>
  shownText(text ?? '', maximum) || undefined
const visibleName = (text: string | undefined): string | undefined => visibleText(text, displayLimits.name)
const visibleSentence = (text: string | undefined): string | undefined => visibleText(text, displayLimits.sentence)

/**
 * Returns the URL of a link or a picture. Returns `undefined` if it is not valid, or if the user would not see it
 * exactly as written.
 */
function visibleLink(urls: WalletContext['config'], about: JsonObject | undefined, name: string): string | undefined {
  const link = textMember(about, name)
  const page = link?.split('#', 1)[0] ?? ''
  const isPlain = link !== undefined && link === shownText(link, displayLimits.link)
  return isPlain && !failed(parseUrl(page, urls)) ? link : undefined // GEN-19
}

/** Returns the requested items except the Wallet Attestation, which contains no data about the user. */
function requestedItems(request: TrustedRequestObject): readonly RequestedItem[] {
  if (request.kind === 'scope')
    return request.definition.descriptors
      .filter(({ format = {} }) => !asksAttestation(Object.keys(format)))
      .map(({ id, name, purpose, constraints: { fields = [] } }) => ({
        id,
        purpose: visibleSentence(purpose),
        type: visibleName(name) ?? visibleName(id) ?? '',
        claims: fields.flatMap(({ path }) => visibleName(path[0]) ?? []),
      }))
  return request.query.credentials
    .filter((query) => !isWalletAttestationQuery(query))
    .map(({ id, format, meta, claims = [] }) => ({
      id,
      purpose: undefined,
      type: visibleSentence(meta?.vct_values?.join(', ')) ?? visibleSentence(meta?.doctype_value) ?? format,
      claims: claims.flatMap(({ path }) => visibleName(path.map((step) => step ?? '*').join('.')) ?? []),
    }))
}

/** Returns the paths of the mdoc elements that the Relying Party intends to retain (OpenID4VP 1.0 §B.2). */
function retainedPaths(request: TrustedRequestObject, { id }: AskedItem): readonly ClaimPath[] {
  const query = request.kind === 'scope' ? undefined : request.query.credentials.find((one) => one.id === id)
  if (query === undefined || !verifierFacet(query.format).allowsIntentToRetain) return []
  return (query.claims ?? []).filter(({ intent_to_retain: retains }) => retains).map(({ path }) => path)
}

const offeredItemOf = (
  { id, purpose, candidates, optional }: AskedItem,
  { held }: Offer,
  retained: readonly ClaimPath[],
): OfferedItem => ({
  id,
  purpose: visibleSentence(purpose),
  ...(optional && { optional }),
  candidates: candidates.map(({ credential, claims }) => ({
    id: credential.id,
    type: shownText(typeOf(credential), displayLimits.sentence),
    issuer: held.find((one) => one.id === credential.id)?.issuer ?? '',
    claims: claims.map(({ path, value }) => ({
      path,
      value,
      ...(retained.some((one) => sameJson(one, path)) && { intentToRetain: true }),
    })),
  })),
})

/** Returns a text member of the metadata, or `undefined`. */
const textMember = (metadata: JsonObject | undefined, name: string): string | undefined => {
  const value = isJsonObject(metadata) ? metadata[name] : undefined
  return typeof value === 'string' ? value : undefined
}
