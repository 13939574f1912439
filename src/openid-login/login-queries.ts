/** Checks that the query of a login asks for the claims that the settings of the login name. */
import { type ClaimPath, type DcqlQuery, isAttestationQuery } from '../oid4vp/index.ts'
import type { OpenIdLogin } from './config.ts'

/** Id of a credential query, then the path of a claim. */
type LoginPath = readonly (string | number)[]

/**
 * Returns a message for each claim of the settings, including the subject, for which the query never asks. Returns a
 * message too if the query asks only for parts of the subject. A message begins with the place in the login. Accepts a
 * claim that is only in some `claim_sets`, and every claim of a credential query without `claims`. Does not check that
 * issuers have the claim.
 */
export function loginQueryFaults(
  { subject, claims = {} }: Pick<OpenIdLogin, 'subject' | 'claims'>,
  query: DcqlQuery,
): readonly string[] {
  const fault = (at: string, path: LoginPath): string => `${at}: its query does not ask for the claim ${path.join('.')}`
  const ofClaims = Object.entries(claims).flatMap(([name, path]) =>
    claimsAt(query, path).length > 0 ? [] : [fault(`claims.${name}`, path)],
  )
  if (subject === 'transient') return ofClaims
  const found = claimsAt(query, subject)
  if (found.some((path) => path.length < subject.length)) return ofClaims
  // If the query asks only for claims below `subject`, the value of `subject` is an object or a list.
  const ofParts = `subject: its query asks only for parts of ${subject.join('.')}, and a subject is a single value`
  return [found.length > 0 ? ofParts : fault('subject', subject), ...ofClaims]
}

/** Returns the paths of the query at, above or below the path of a login. */
function claimsAt({ credentials }: DcqlQuery, [id, ...path]: LoginPath): readonly ClaimPath[] {
  const query = credentials.find((one) => one.id === id)
  if (query === undefined || isAttestationQuery(query)) return []
  const { claims, claim_sets: sets } = query
  if (claims === undefined) return [[]]
  return claims
    .filter((claim) => sets === undefined || sets.some((ids) => ids.some((one) => one === claim.id)))
    .map((claim) => claim.path)
    .filter((asked) => asked.every((element, index) => index >= path.length || fits(element, path[index])))
}

/**
 * Returns true if an element of a query's path can select an element of a login's path. An index or `null` in the
 * query's path fits every index of the login's path.
 */
const fits = (asked: string | number | null, element: string | number | undefined): boolean =>
  typeof asked === 'string' ? asked === String(element) : Number.isInteger(Number(element))
