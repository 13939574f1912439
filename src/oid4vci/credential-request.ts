/**
 * Credential request (OpenID4VCI D13 §7.2; it-wallet §Credential request): the wallet requests a PID and proves
 * possession of the key to bind. The text of the specification requires JSON, but its example is a form whose members
 * are JSON texts. The PID Provider accepts both and checks them by the same rules (D-01). The wallet sends JSON, or the
 * form if the endpoint does not accept JSON as media type (D-429).
 */
import {
  type Failure,
  fail,
  failed,
  isJsonObject,
  type Json,
  type JsonCode,
  type JsonObject,
  parseJson,
} from '../base/index.ts'
import {
  type AuthorizationDetail,
  type CredentialFormat,
  type CredentialFormatName,
  type CredentialSupport,
  credentialFormat,
  type Form,
  formatMdoc,
  formatNames,
  formatSdJwt,
  isDefinition,
  isText,
  type RequestedConfigurations,
} from '../oauth/index.ts'

/** Reasons to refuse a body: it is not a request of OpenID4VCI D13, or the credential is not issued. */
export type CredentialRequestCode =
  | JsonCode
  | 'body_missing'
  | 'format_missing'
  | 'format_unsupported'
  | 'credential_definition_missing'
  | 'credential_definition_malformed'
  | 'credential_identifier_forbidden'
  | 'credential_type_unsupported'
  | 'doctype_missing'
  | 'doctype_unsupported'
  | ProofMemberCode
  | 'proofs_unexpected'
  | 'response_encryption_unsupported'

/** The body as the HTTP layer passes it. */
export type CredentialRequestBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly json: JsonObject }
  | { readonly kind: 'form'; readonly form: Form }

/** Request for a format and type that is issued (OpenID4VCI D13 §7.2). Not checked against the grant. */
export interface CredentialRequest {
  readonly format: CredentialFormat
  readonly credentialType: string
  /** Present for `mso_mdoc` only. */
  readonly doctype: string | undefined
  /** Name of the format to issue: for an SD-JWT, its `typ`. */
  readonly formatName: CredentialFormatName
  /** The key proof, not verified. */
  readonly proofJwt: string
}

/** Creates the members that the wallet sends in a JSON body or a form. */
export const createCredentialRequest = (
  format: CredentialFormat,
  support: CredentialSupport,
  proofJwt: string,
): Readonly<Record<string, unknown>> => ({
  credential_definition: { type: [support.credentialType] }, // WI-51
  format, // WI-51
  ...formatNames[format].requestMembers(support), // WI-51
  proof: { proof_type: 'jwt', jwt: proofJwt }, // WI-51
})

/** Returns the members as a form. Members that are objects become JSON texts. */
export const credentialRequestForm = (request: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(request).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )

/**
 * Parses a request as JSON or as a form. Does not check the grant or the key proof. Refuses a request for an encrypted
 * response, since no response here is encrypted (OpenID4VCI D13 §7.3, D-170).
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { failed } from 'fiducia/base'
 * import { parseCredentialRequest, pidSupport } from 'fiducia/oid4vci'
 *
 * const proof = { proof_type: 'jwt', jwt: 'header.payload.signature' }
 * const json = { format: 'vc+sd-jwt', credential_definition: { type: [pidSupport.credentialType] }, proof }
 * const request = parseCredentialRequest({ kind: 'json', json }, pidSupport)
 * assert.equal(failed(request) ? request.code : request.proofJwt, proof.jwt)
 * ```
 */
export function parseCredentialRequest(
  body: CredentialRequestBody,
  support: CredentialSupport,
): CredentialRequest | Failure<CredentialRequestCode> {
  const members = readMembers(body)
  if (failed(members)) return members
  if (!isText(members.format)) return fail('format_missing', 'body.format') // PP-25
  if (members.credential_identifier !== undefined)
    return fail('credential_identifier_forbidden', 'body.credential_identifier') // PP-127
  const format = credentialFormat(members.format)
  if (format === undefined || !support.formats.includes(format))
    return fail('format_unsupported', 'body.format', { expected: support.formats, found: members.format }) // PP-25
  const fault = checkTypeMember[format](members, support) ?? checkDefinition(members, support)
  if (fault) return fault
  if (members.credential_response_encryption !== undefined)
    return fail('response_encryption_unsupported', 'body.credential_response_encryption') // PP-115
  if (members.proof !== undefined && members.proofs !== undefined) return fail('proofs_unexpected', 'body.proofs') // PP-127
  const proofJwt = readProof(members.proof)
  if (failed(proofJwt)) return proofJwt
  const { doctype } = formatNames[format].requestMembers(support)
  return { format, credentialType: support.credentialType, doctype, formatName: format, proofJwt }
}

/** Returns the members that are not null. Some serializers write null for an absent member (D-375). */
export const statedMembers = (members: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null))

const formTexts = ['format', 'doctype', 'vct', 'credential_identifier', 'credential_response_encryption', 'proofs']
const formObjects = ['credential_definition', 'proof']

/**
 * Returns the members of a JSON body, or the known members of a form. In a form, `credential_definition` and `proof`
 * are JSON texts, which are parsed (PP-24). The other known members of a form remain texts. Omits members that are
 * null, or `null` as text of a form (D-375).
 */
function readMembers(body: CredentialRequestBody): JsonObject | Failure<JsonCode | 'body_missing'> {
  if (body.kind === 'none') return fail('body_missing', 'body') // PP-24
  if (body.kind === 'json') return statedMembers(body.json)
  const members: Record<string, Json> = {}
  for (const name of [...formTexts, ...formObjects]) {
    const text = body.form.get(name)
    if (text === undefined) continue
    const value = formObjects.includes(name) ? parseJson(text, `body.${name}`) : restorePlus(name, text)
    if (failed(value)) return value
    if (value !== 'null') members[name] = value
  }
  return statedMembers(members)
}

/** Restores an unescaped `+` in a format name, which form decoding replaced by a space (D-452). */
const restorePlus = (name: string, text: string): string => (name === 'format' ? text.replace(' ', '+') : text)

type TypeCheck = (members: JsonObject, support: CredentialSupport) => undefined | Failure<CredentialRequestCode>

const checkVct: TypeCheck = ({ credential_definition: definition, vct }, { credentialType }) => {
  if (vct !== undefined && vct !== credentialType)
    return fail('credential_type_unsupported', 'body.vct', { expected: credentialType, found: vct }) // PP-127
  if (definition === undefined && vct === undefined)
    return fail('credential_definition_missing', 'body.credential_definition') // PP-127
  return undefined
}

const checkDoctype: TypeCheck = ({ doctype }, support) => {
  if (doctype === undefined) return fail('doctype_missing', 'body.doctype') // PP-93
  if (doctype !== support.doctype)
    return fail('doctype_unsupported', 'body.doctype', { expected: support.doctype, found: doctype }) // PP-93
  return undefined
}

/** Checks of the member that names the credential type, by format. */
const checkTypeMember: Readonly<Record<CredentialFormat, TypeCheck>> = {
  [formatSdJwt]: checkVct,
  [formatMdoc]: checkDoctype,
}

const checkDefinition: TypeCheck = ({ credential_definition: definition }, support) => {
  if (definition === undefined) return undefined
  if (!isDefinition(definition)) return fail('credential_definition_malformed', 'body.credential_definition') // PP-127
  if (!definition.type.includes(support.credentialType))
    return fail('credential_type_unsupported', 'body.credential_definition.type', {
      expected: support.credentialType,
      found: definition.type,
    }) // PP-127
  return undefined
}

/** Reasons to refuse a `proof` without a JWT (OpenID4VCI D13 §7.2.1). */
export type ProofMemberCode = 'proof_missing' | 'proof_malformed' | 'proof_type_unsupported' | 'proof_jwt_missing'

/** Returns the JWT of the `proof` member. Used in both profiles. Does not verify the JWT. */
export function readProof(proof: Json | undefined): string | Failure<ProofMemberCode> {
  if (proof === undefined) return fail('proof_missing', 'body.proof') // PP-94
  if (!isJsonObject(proof)) return fail('proof_malformed', 'body.proof') // PP-94
  if (proof.proof_type !== 'jwt') return fail('proof_type_unsupported', 'body.proof.proof_type') // PP-94
  if (!isText(proof.jwt)) return fail('proof_jwt_missing', 'body.proof.jwt') // PP-94
  return proof.jwt
}

/** The parts of a grant that list the authorized credentials. */
export interface GrantedCredentials {
  readonly authorizationDetails: readonly AuthorizationDetail[]
  /** Present in the final profile only. */
  readonly configurations?: RequestedConfigurations
}

/** Checks that the requested format and type were granted. Refuses a grant of the final profile. */
export function checkCredentialGranted(
  { format, credentialType }: Pick<CredentialRequest, 'format' | 'credentialType'>,
  { authorizationDetails, configurations }: GrantedCredentials,
): undefined | Failure<'not_granted' | 'profile_mismatch'> {
  if (configurations !== undefined) return fail('profile_mismatch', 'body.format') // PP-119
  const matches = (detail: AuthorizationDetail): boolean =>
    detail.format === format && detail.credential_definition.type.includes(credentialType)
  if (!authorizationDetails.some(matches))
    return fail('not_granted', 'body.format', {
      expected: authorizationDetails.map((detail) => detail.format),
      found: format,
    }) // PP-92
  return undefined
}
