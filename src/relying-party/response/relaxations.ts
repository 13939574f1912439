/** Sentences for the operator at start, about the checks that a configuration relaxes. */
import { pid } from '../../credential/index.ts'
import type { RelyingPartyConfig } from '../config.ts'
import { pidTypesOf } from '../request/default-requests.ts'

/**
 * Returns the types of a PID (of the specification and of the profile) that the configuration requests and that have no
 * entry in `credentialIssuers`. Ignores requests in a variant that is not offered, and the queries that applications
 * send.
 */
function pidTypesWithoutIssuer({
  profile,
  authorityHints: [authority = ''],
  variants,
  dcqlQuery,
  dcqlQueries,
  presentationDefinitions,
  credentialIssuers,
}: RelyingPartyConfig): readonly string[] {
  const requests = { dcql: [dcqlQuery, dcqlQueries], scope: presentationDefinitions }
  const asked = JSON.stringify(variants.map((variant) => requests[variant]))
  const types = new Set([pid.credentialType, pid.doctype, ...pidTypesOf(profile, authority)])
  return [...types].filter((type) => asked.includes(JSON.stringify(type)) && !Object.hasOwn(credentialIssuers, type))
}

/** Returns a sentence for each check that this configuration relaxes or leaves to the federation (WP-79, FED-56). */
export function relaxationsOf(config: RelyingPartyConfig): readonly string[] {
  const relaxations: readonly (readonly [applies: boolean, sentence: string])[] = [
    [config.acceptSuspended, 'suspended credentials are accepted'],
    [config.acceptUnknownStatus, 'credentials with an unknown status are accepted'],
    [
      config.acceptSignedEnvelope,
      'after a request by scope, an SD-JWT in a signed JWT (drafts of 2023) is accepted without a Key Binding JWT',
    ],
  ]
  const withoutIssuer = pidTypesWithoutIssuer(config).map(
    (type) =>
      `every issuer that the federation permits to issue ${type} is accepted: name yours in role.credentialIssuers`,
  )
  return [...relaxations.filter(([applies]) => applies).map(([, sentence]) => sentence), ...withoutIssuer]
}
