/**
 * Result for the application that redeems a reference (RP-91). It has the outcome. If data was presented, it also has
 * the issuer and status of each credential, and the claims under the ids and paths of the application's query. The
 * Wallet Attestation is omitted, because the attested key would identify the wallet.
 */
import type { Json, JsonObject, NumericDate } from '../../base/index.ts'
import {
  asksAttestation,
  type ClaimPath,
  type ConcretePath,
  claimNames,
  type DcqlQuery,
  isTechnicalClaim,
  type SelectedClaim,
  unwrap,
} from '../../oid4vp/index.ts'
import { cancelled } from '../session/leave-presentation.ts'
import type { PresentationSession } from '../session/presentation-session.ts'
import { type PresentedClaims, personalClaims, resultFromJson } from './presentation-result.ts'

type ApplicationOutcome = 'presented' | 'refused' | 'cancelled' | 'expired'

/**
 * Returns the outcome of an ended session. Does not check that the session has ended: returns `expired` for every
 * status but completed and rejected.
 */
export const outcomeOf = ({ status, rejection }: PresentationSession): ApplicationOutcome => {
  if (status === 'completed') return 'presented'
  if (status !== 'rejected') return 'expired'
  return rejection === cancelled ? 'cancelled' : 'refused'
}

/**
 * Returns the result of an ended session as the application gets it: the outcome, and the claims if they are still
 * stored.
 */
export function applicationResult(session: PresentationSession): JsonObject {
  const { id, order, rejection, result: stored, completedAt } = session
  const status = outcomeOf(session)
  const state = order?.state === undefined ? {} : { state: order.state }
  if (status !== 'presented') {
    const reason = status === 'refused' ? (rejection ?? 'access_denied') : status
    return { id, ...state, status, reason }
  }
  if (stored === undefined) return { id, ...state, status, presented_at: completedAt as NumericDate }
  const { credentials, walletLevel, walletAttested, walletLevelProven, trace } = resultFromJson(stored)
  return {
    id,
    ...state,
    status,
    presented_at: completedAt as NumericDate,
    trace,
    wallet: { attested: walletAttested, level: walletLevel, level_proven: walletLevelProven },
    credentials: credentialsById(session, credentials),
  }
}

/**
 * Returns the credentials by the ids of the query, without the Wallet Attestation: one object for each id, or a list if
 * the query has `multiple`.
 */
function credentialsById(session: PresentationSession, all: readonly PresentedClaims[]): JsonObject {
  const queries = session.variant === 'dcql' ? (session.query as unknown as DcqlQuery).credentials : []
  const entries = [...Map.groupBy(all, ({ id }) => id)].filter(
    ([, [first]]) => first !== undefined && !asksAttestation([first.format]),
  )
  return Object.fromEntries(
    entries.map(([id, presented]): [string, Json] => {
      const query = queries.find((one) => one.id === id)
      const sent = query?.claims?.map(({ path }) => path)
      const asked = session.order?.askedPaths?.[session.profile ?? 'seed']?.[id]
      const list = presented.map((one) => credentialOf(one, sent, asked))
      return [id, query?.multiple === true ? list : (list[0] ?? null)]
    }),
  )
}

const credentialOf = (
  presented: PresentedClaims,
  sent: readonly ClaimPath[] | undefined,
  asked: readonly ClaimPath[] | undefined,
): JsonObject => ({
  format: presented.format,
  type: presented.type,
  issuer: presented.issuer,
  status: presented.status,
  ...(presented.issuedAt !== undefined && { issued_at: presented.issuedAt }),
  ...(presented.expiresAt !== undefined && { expires_at: presented.expiresAt }),
  surplus_dropped: presented.surplus,
  claims: sent === undefined ? unwrappedClaims(presented) : shapeClaims(presented.selected, sent, asked),
})

/**
 * Returns the claims that the presentation definition (variant 1) selected, without the wrapper of older drafts
 * (`unwrap`). Omits technical claims, because a definition uses them only as filters.
 */
function unwrappedClaims({ selected }: PresentedClaims): JsonObject {
  const root = emptyBranch()
  for (const { path, value } of personalClaims(selected)) insert(root, unwrap(path) as ConcretePath, value)
  return toJson(root) as JsonObject
}

interface Branch {
  readonly isList: boolean
  readonly members: Map<string | number, Branch | { readonly leaf: Json }>
}

const emptyBranch = (isList = false): Branch => ({ isList, members: new Map() })

/**
 * Returns the claims under the requested paths, also if the credential has other names for the claims (RP-57).
 * `['address', 'locality']` gives `{address: {locality}}`. `null` or an index gives a list of the selected elements. If
 * several claims have the same path in the result, keeps the first. A claim replaces all claims below its path.
 * `asked` are the application's paths in the order of the requested ones, if its query was translated (D-747).
 */
export function shapeClaims(
  selected: readonly SelectedClaim[],
  sent: readonly ClaimPath[],
  asked: readonly ClaimPath[] = sent,
): JsonObject {
  const root = emptyBranch()
  for (const [index, path] of sent.entries())
    for (const claim of selected) {
      const place = placeUnder(path, claim.path, asked[index])
      if (place !== undefined) insert(root, place, claim.value)
    }
  return toJson(root) as JsonObject
}

/**
 * Returns the path under which the application gets a disclosed claim. Returns `undefined` if the requested path is
 * that of another claim. `asked` has as many steps as `sent`.
 */
function placeUnder(sent: ClaimPath, found: ConcretePath, asked = sent): ConcretePath | undefined {
  const [bareSent, bareFound] = [unwrap(sent), unwrap(found)]
  if (bareSent.length !== bareFound.length || isTechnicalClaim(sent[0]) !== isTechnicalClaim(found[0])) return undefined
  const fits = bareSent.every((element, index) => {
    const foundElement = bareFound[index]
    if (typeof element !== 'string') return typeof foundElement === 'number'
    return element === foundElement || (index === 0 && claimNames(sent).includes(String(foundElement)))
  })
  if (!fits) return undefined
  const shift = sent.length - bareSent.length
  return asked.map((element, index) => (typeof element === 'string' ? element : Number(bareFound[index - shift])))
}

function insert(root: Branch, place: ConcretePath, value: Json): void {
  let branch = root
  for (const [index, element] of place.entries()) {
    const next = place[index + 1]
    const member = branch.members.get(element)
    if (member !== undefined && 'leaf' in member) return
    if (next === undefined) branch.members.set(element, { leaf: value })
    else {
      const child = member ?? emptyBranch(typeof next === 'number')
      branch.members.set(element, child)
      branch = child
    }
  }
}

function toJson(branch: Branch | { readonly leaf: Json }): Json {
  if ('leaf' in branch) return branch.leaf
  const members = [...branch.members]
  if (!branch.isList) return Object.fromEntries(members.map(([name, member]) => [String(name), toJson(member)]))
  return members.toSorted(([a], [b]) => Number(a) - Number(b)).map(([, member]) => toJson(member))
}
