/** Builds the query of an order for the entity that requests it. */
import { type Decision, type Failure, fail, failed, type JsonObject } from '../../base/index.ts'
import { formatDcSdJwt, formatMdoc } from '../../oauth/index.ts'
import {
  type CredentialRequest,
  canonicalFormat,
  type DcqlCode,
  type DcqlQuery,
  parseDcqlQuery,
  resolveScope,
} from '../../oid4vp/index.ts'
import { relyingPartyWire } from '../../profiles/index.ts'
import { RP, type RpAnswer } from '../answers.ts'
import type { RelyingPartyServices } from '../context.ts'
import { askWalletAttestation, definitionAsksAttestation, needsAttestation } from '../request/attestation-demands.ts'
import { ORDER_QUERY_RULES, ORDER_RULES, type Order } from './order-rules.ts'
import { translateQuery } from './pid-query.ts'

/** The query of an order for one entity. */
interface AskedQuery {
  readonly query: JsonObject
  readonly request: CredentialRequest
  /** Ids of the credential queries that were translated to the profile. Their claim names may differ. */
  readonly translated: readonly string[]
}

/**
 * Returns the query for the session, and the same request for `checkRelyingPartyPolicy`. Throws a `Refusal` for an
 * invalid query, for one that contradicts `wallet_attestation`, and for one without the Wallet Attestation if the
 * configuration needs it.
 */
export async function readRequest(
  { config }: Pick<RelyingPartyServices, 'config'>,
  decision: Decision<RpAnswer>,
  { dcql_query, request, scope, wallet_attestation: attestationOption, response_mode: mode }: Order,
  serviceQueries: RelyingPartyServices['config']['dcqlQueries'],
): Promise<AskedQuery> {
  const wantsAttestation =
    (attestationOption ?? config.askWalletAttestation) && relyingPartyWire[config.profile].walletAttestation !== 'none'
  const demands = mode === undefined ? config : { ...config, responseModes: [mode] }
  if (scope !== undefined) {
    const definition = decision.checkNow(ORDER_QUERY_RULES, () =>
      resolveScope(scope, config.presentationDefinitions, 'scope'),
    )
    const asksAttestation = definitionAsksAttestation(definition)
    const answerable = asksAttestation || !(wantsAttestation || needsAttestation(demands))
    decision.that('RP-90', RP.malformed, answerable, 'wallet_attestation_required', 'scope') // RP-46, RP-49, RP-98
    const agrees = !asksAttestation || attestationOption !== false
    decision.that('RP-90', RP.malformed, agrees, 'wallet_attestation_conflict', 'wallet_attestation')
    return { query: { scope }, request: { kind: 'scope', definition }, translated: [] }
  }
  const answerable = wantsAttestation || !needsAttestation(demands)
  decision.that('RP-90', RP.malformed, answerable, 'wallet_attestation_required', 'wallet_attestation') // RP-46, RP-49
  const query = decision.checkNow({ ...ORDER_RULES, ...ORDER_QUERY_RULES }, () =>
    request === undefined
      ? readQuery(config, dcql_query as JsonObject)
      : namedQuery([config.dcqlQueries, serviceQueries, config.presets], request),
  )
  const translated = translateQuery(config, query)
  const withAttestation = wantsAttestation ? askWalletAttestation(config, translated) : translated
  // Parsed again, because the added query for the attestation could have the id of another query.
  const checkedQuery = decision.checkNow({ ...ORDER_RULES, ...ORDER_QUERY_RULES }, () =>
    readQuery(config, withAttestation as unknown as JsonObject),
  )
  return {
    query: checkedQuery as unknown as JsonObject,
    request: { kind: 'dcql', query: checkedQuery },
    translated: translated.credentials.filter((one) => !query.credentials.includes(one)).map(({ id }) => id),
  }
}

/**
 * Parses a query as strictly as a configured one. Accepts the formats of SD-JWTs and `jwt`, and mdocs if the
 * configuration accepts them.
 */
function readQuery(
  { mdocAlgorithms }: RelyingPartyServices['config'],
  value: JsonObject,
): DcqlQuery | Failure<DcqlCode | 'format_unaccepted'> {
  const query = parseDcqlQuery(value, { strict: true }, 'dcql_query')
  if (failed(query)) return query
  const acceptedFormats = [formatDcSdJwt, 'jwt', ...(mdocAlgorithms.length > 0 ? [formatMdoc] : [])]
  const unaccepted = query.credentials.findIndex(({ format }) => !acceptedFormats.includes(canonicalFormat(format)))
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
