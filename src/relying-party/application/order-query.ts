/** Builds the query of an order, which is an application's request for a presentation. */
import { type Failure, fail, failed, type JsonObject } from '../../base/index.ts'
import {
  type CredentialRequest,
  type DcqlCode,
  type DcqlQuery,
  parseDcqlQuery,
  resolveScope,
  type ScopeCode,
} from '../../oid4vp/index.ts'
import { relyingPartyWire } from '../../profiles/index.ts'
import type { RelyingPartyConfig } from '../config.ts'
import { indexOfUnacceptedFormat } from '../request/accepted-formats.ts'
import { addAttestationQuery, definitionAsksAttestation, needsAttestation } from '../request/attestation-demands.ts'
import type { AskedPaths } from '../session/presentation-session.ts'
import type { Order, OrderCode } from './order-rules.ts'
import { translateQuery } from './pid-query.ts'

/** The query of an order for one entity. */
export interface AskedQuery {
  readonly query: JsonObject
  readonly request: CredentialRequest
  /** Paths of the application's query, for each credential query that was translated. */
  readonly askedPaths: AskedPaths
}

/**
 * Returns the query for the session, and the same query as the input of `checkRelyingPartyPolicy`. Fails for an invalid
 * or unknown query, and for a scope that contradicts `wallet_attestation` or its default. Also fails for an order
 * without the Wallet Attestation if the configuration needs the attestation.
 */
export function buildQuery(
  config: RelyingPartyConfig,
  { dcql_query, request, scope, wallet_attestation: attestationOption, response_mode: mode }: Order,
  serviceQueries: RelyingPartyConfig['dcqlQueries'],
): AskedQuery | Failure<OrderCode | DcqlCode | ScopeCode> {
  const wantsAttestation =
    (attestationOption ?? config.askWalletAttestation) && relyingPartyWire[config.profile].walletAttestation !== 'none'
  const demands = mode === undefined ? config : { ...config, responseModes: [mode] }
  if (scope !== undefined) {
    const definition = resolveScope(scope, config.presentationDefinitions, 'scope')
    if (failed(definition)) return definition
    const asksAttestation = definitionAsksAttestation(definition)
    if (!asksAttestation && (wantsAttestation || needsAttestation(demands)))
      return fail('wallet_attestation_required', 'scope') // RP-46, RP-49, RP-98
    if (asksAttestation && attestationOption === false) return fail('wallet_attestation_conflict', 'wallet_attestation')
    return { query: { scope }, request: { kind: 'scope', definition }, askedPaths: {} }
  }
  if (!wantsAttestation && needsAttestation(demands)) return fail('wallet_attestation_required', 'wallet_attestation') // RP-46, RP-49
  const query =
    request === undefined
      ? parseAcceptedQuery(config, dcql_query as JsonObject)
      : namedQuery([config.dcqlQueries, serviceQueries, config.presets], request)
  if (failed(query)) return query
  const translated = translateQuery(config, query)
  const withAttestation = wantsAttestation ? addAttestationQuery(config, translated) : translated
  // Parsed again, because the added query for the attestation could have the id of another query.
  const checkedQuery = parseAcceptedQuery(config, withAttestation as unknown as JsonObject)
  if (failed(checkedQuery)) return checkedQuery
  return {
    query: checkedQuery as unknown as JsonObject,
    request: { kind: 'dcql', query: checkedQuery },
    askedPaths: Object.fromEntries(
      query.credentials
        .filter((one) => !translated.credentials.includes(one))
        .map(({ id, claims = [] }) => [id, claims.map(({ path }) => path)]),
    ),
  }
}

/** Parses a query as strictly as a configured one. Refuses a format that the configuration does not accept. */
function parseAcceptedQuery(
  config: RelyingPartyConfig,
  value: JsonObject,
): DcqlQuery | Failure<DcqlCode | 'format_unaccepted'> {
  const query = parseDcqlQuery(value, { strict: true }, 'dcql_query')
  if (failed(query)) return query
  const unaccepted = indexOfUnacceptedFormat(config, query)
  if (unaccepted >= 0) return fail('format_unaccepted', `dcql_query.credentials.${unaccepted}.format`)
  return query
}

/**
 * Returns the query with this name: configured for the entity, otherwise configured for the service, otherwise a preset
 * of the entity. Fails if there is none (D-744).
 */
function namedQuery(
  all: readonly Readonly<Record<string, DcqlQuery>>[],
  name: string,
): DcqlQuery | Failure<'request_name_unknown'> {
  const source = all.find((queries) => Object.hasOwn(queries, name))
  return source?.[name] ?? fail('request_name_unknown', 'request')
}
