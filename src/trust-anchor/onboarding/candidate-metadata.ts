/**
 * Checks of a candidate's resolved metadata that the default policies do not express. URLs must be https, except links
 * that open a wallet. No member may name a forbidden algorithm (D-100). No list of algorithms may be empty (D-320). The
 * `issuer` of an authorization server or OpenID Provider must be the candidate (FED-124). `credential_types_allowed` of
 * an issuer must not be empty (D-561). Other lists that the policy has emptied are only reported (D-389).
 */
import { type Failure, fail, failed, type Json, parseUrl, type UrlPolicy } from '../../base/index.ts'
import type { Metadata } from '../../federation/index.ts'
import { capabilityChecks } from '../../wallet-attestation/index.ts'

export type CandidateMetadataCode =
  | 'metadata_url_insecure'
  | 'metadata_alg_forbidden'
  | 'metadata_alg_missing'
  | 'metadata_issuer_mismatch'
  | 'credential_types_missing'

const urlMember = /_(?:uris?|endpoint|uris_supported)$|^(?:credential_)?issuer$|^authorization_servers$|^client_id$/
/** Members with the URL of a page or image for users. These URLs may have a fragment. */
const pageMember = /^(?:homepage|(?:op_)?policy|(?:op_)?tos|logo|organization|information|client)_uri$/
/**
 * Places of links that open a wallet, in any entity type. They may have a custom scheme (OpenID4VP 1.0 §9, OpenID4VCI
 * 1.0 §12.1).
 */
const walletLink = /^metadata\.\w+\.wallet_metadata\.(?:authorization|credential_offer)_endpoint$/
/**
 * Member with the authentication methods of each endpoint (OpenID Federation 1.0 §5.1.3). Its members are named like
 * endpoints, but their values are not URLs.
 */
const methodsByEndpoint = 'request_authentication_methods_supported'
const algorithmMember = /(?:^|[_-])alg(?:s|_values)?(?:_supported)?$/

/** Entity types whose `issuer` must be the entity identifier (OpenID Federation 1.0 §5.1.3, §5.1.4). */
const issuerTypes = ['oauth_authorization_server', 'openid_provider']

/** Checks the metadata. Members are recognized by their names, at every depth, except `issuer` of some entity types. */
export function checkCandidateMetadata(
  metadata: Metadata,
  entityId: string,
  urls: UrlPolicy,
): undefined | Failure<CandidateMetadataCode> {
  const members = [...membersOf(metadata, 'metadata', '')]
  const insecure = members.find(({ name, text, at }) => {
    if (text === undefined || !urlMember.test(name) || at.includes(`.${methodsByEndpoint}.`)) return false
    if (walletLink.test(at) && capabilityChecks.authorization_endpoint(text)) return false
    return failed(parseUrl(pageMember.test(name) ? text.replace(/#.*$/, '') : text, urls))
  })
  if (insecure) return fail('metadata_url_insecure', insecure.at) // GEN-19
  const forbidden = members.find(
    ({ name, text = '' }) => algorithmMember.test(name) && /^(?:none|HS\d+|RSA1_5)$/i.test(text),
  )
  if (forbidden) return fail('metadata_alg_forbidden', forbidden.at) // GEN-03
  const emptyList = members.find(({ name, text }) => algorithmMember.test(name) && text === undefined)
  if (emptyList) return fail('metadata_alg_missing', emptyList.at) // GEN-03
  const foreign = issuerTypes.find((type) => ![undefined, entityId].includes(metadata[type]?.issuer as string))
  if (foreign !== undefined)
    return fail('metadata_issuer_mismatch', `metadata.${foreign}.issuer`, {
      expected: entityId,
      found: metadata[foreign]?.issuer,
    }) // FED-124
  const { openid_credential_issuer: issuer } = metadata
  const { credential_types_allowed: allowed } = issuer ?? {}
  if (issuer !== undefined && (!Array.isArray(allowed) || allowed.length === 0))
    return fail('credential_types_missing', 'metadata.openid_credential_issuer.credential_types_allowed') // FED-55
  return undefined
}

interface Member {
  /** Name of the nearest enclosing member. Elements of a list have the name of the list. */
  readonly name: string
  /** The string value. `undefined` for an empty list. */
  readonly text: string | undefined
  readonly at: string
}

function* membersOf(value: Json | Metadata, at: string, name: string): Generator<Member> {
  if (typeof value === 'string') yield { name, text: value, at }
  else if (Array.isArray(value) && value.length === 0) yield { name, text: undefined, at }
  else if (Array.isArray(value))
    for (const [index, element] of value.entries()) yield* membersOf(element, `${at}[${index}]`, name)
  else if (typeof value === 'object' && value !== null)
    for (const [inner, content] of Object.entries(value)) yield* membersOf(content as Json, `${at}.${inner}`, inner)
}
