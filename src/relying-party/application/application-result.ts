/**
 * What the application is given for a reference: how the presentation ended and, when data came, the claims by the ids and
 * along the paths of its query, with what was found out about each credential (RP-91). The Wallet Attestation is not
 * handed on: its key would tell one wallet from another.
 */
import type { Json, JsonObject, NumericDate } from '../../base/index.ts'
import {
  asksAttestation,
  type ClaimPath,
  claimNames,
  type DcqlQuery,
  isTechnicalClaim,
  type SelectedClaim,
  unwrap,
} from '../../oid4vp/index.ts'
import { cancelled } from '../session/leave-presentation.ts'
import type { PresentationSession } from '../session/presentation-session.ts'
import { type PresentedClaims, resultFromJson } from './presentation-result.ts'

export type ApplicationOutcome = 'presented' | 'refused' | 'cancelled' | 'expired'

/** How an ended session ended. */
export const outcomeOf = ({ status, rejection }: PresentationSession): ApplicationOutcome => {
  if (status === 'completed') return 'presented'
  if (status !== 'rejected') return 'expired'
  return rejection === cancelled ? 'cancelled' : 'refused'
}

/** The body of the answer. */
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
    credentials: byId(session, credentials),
  }
}

/** One object per id; a list where the query says `multiple`. */
function byId(session: PresentationSession, all: readonly PresentedClaims[]): JsonObject {
  const queries = session.variant === 'dcql' ? (session.query as unknown as DcqlQuery).credentials : []
  const entries = [...Map.groupBy(all, ({ id }) => id)].filter(
    ([, [first]]) => first !== undefined && !asksAttestation([first.format]),
  )
  return Object.fromEntries(
    entries.map(([id, presented]): [string, Json] => {
      const query = queries.find((one) => one.id === id)
      const paths = query?.claims?.map(({ path }) => path)
      const list = presented.map((one) => credentialOf(one, paths))
      return [id, query?.multiple === true ? list : (list[0] ?? null)]
    }),
  )
}

const credentialOf = (one: PresentedClaims, paths: readonly ClaimPath[] | undefined): JsonObject => ({
  format: one.format,
  type: one.type,
  issuer: one.issuer,
  status: one.status,
  ...(one.issuedAt !== undefined && { issued_at: one.issuedAt }),
  ...(one.expiresAt !== undefined && { expires_at: one.expiresAt }),
  surplus_dropped: one.surplus,
  claims: shapeClaims(one.selected, paths ?? personalPaths(one)),
})

/**
 * Variant 1 has no query of paths: all that its definition selected, bare, without what it only filters by; the
 * credential's key among that is nobody's data.
 */
const personalPaths = ({ selected }: PresentedClaims): readonly ClaimPath[] =>
  selected.map(({ path }) => unwrap(path)).filter(([head]) => !isTechnicalClaim(head))

interface Branch {
  readonly isList: boolean
  readonly members: Map<string | number, Branch | { readonly leaf: Json }>
}

/**
 * The claims along the paths as they were asked, whatever the credential's own spelling (RP-57): `['address',
 * 'locality']` gives `{address: {locality}}`, a `null` or an index gives a list of what was selected.
 */
export function shapeClaims(selected: readonly SelectedClaim[], asked: readonly ClaimPath[]): JsonObject {
  const root: Branch = { isList: false, members: new Map() }
  for (const path of asked)
    for (const claim of selected) {
      const place = placeUnder(path, claim.path)
      if (place !== undefined) insert(root, place, claim.value)
    }
  return toJson(root) as JsonObject
}

/** Where a claim that was found there stands under the path that asked for it; `undefined` when that asked for another. */
function placeUnder(asked: ClaimPath, found: SelectedClaim['path']): readonly (string | number)[] | undefined {
  const [bareAsked, bareFound] = [unwrap(asked), unwrap(found)]
  if (bareAsked.length !== bareFound.length) return undefined
  const fits = bareAsked.every((element, index) => {
    const own = bareFound[index]
    if (typeof element !== 'string') return typeof own === 'number'
    return element === own || (index === 0 && claimNames(bareAsked).includes(String(own)))
  })
  if (!fits) return undefined
  const shift = asked.length - bareAsked.length
  return asked.map((element, index) => (typeof element === 'string' ? element : Number(bareFound[index - shift])))
}

function insert(root: Branch, place: readonly (string | number)[], value: Json): void {
  let branch = root
  for (const [index, element] of place.entries()) {
    const next = place[index + 1]
    const known = branch.members.get(element)
    if (known !== undefined && 'leaf' in known) return
    if (next === undefined) branch.members.set(element, { leaf: value })
    else {
      const child: Branch = known ?? { isList: typeof next === 'number', members: new Map() }
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
