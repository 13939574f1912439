/**
 * Credential request (OpenID4VCI D13 §7.2; it-wallet §Credential request): the wallet asks for a PID and proves the key
 * to bind. The specification's text says JSON and its example a form whose members are JSON texts: both are read, by one
 * set of rules (D-01). The wallet sends JSON, and the form where JSON is no media type (D-429).
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

/** Why a body is no credential request of OpenID4VCI D13, or asks for what no issuer here has. */
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

/** As the HTTP layer hands it over. */
export type CredentialRequestBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly json: JsonObject }
  | { readonly kind: 'form'; readonly form: Form }

/** What is asked for, by its shape and what we issue (OpenID4VCI D13 §7.2). Whether it was granted is not judged here. */
export interface CredentialRequest {
  readonly format: CredentialFormat
  readonly credentialType: string
  /** Of `mso_mdoc` only. */
  readonly doctype: string | undefined
  /** What an SD-JWT is to say of itself in `typ`. */
  readonly formatName: CredentialFormatName
  /** The key proof, not verified. */
  readonly proofJwt: string
}

/** The members that the wallet sends, of a JSON body or of a form. */
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

/** The same as a form: its members that are objects are JSON texts there. */
export const credentialRequestForm = (request: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(request).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )

/**
 * Reads either form. Says what is asked for; not whether it was granted, nor whether the proof holds. A response that
 * must be encrypted is given by nobody here, so none is given at all (OpenID4VCI D13 §7.3, D-170).
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
  const fault = checkName[format](members, support) ?? checkDefinition(members, support)
  if (fault) return fault
  if (members.credential_response_encryption !== undefined)
    return fail('response_encryption_unsupported', 'body.credential_response_encryption') // PP-115
  if (members.proof !== undefined && members.proofs !== undefined) return fail('proofs_unexpected', 'body.proofs') // PP-127
  const proofJwt = readProof(members.proof)
  if (failed(proofJwt)) return proofJwt
  const { doctype } = formatNames[format].requestMembers(support)
  return { format, credentialType: support.credentialType, doctype, formatName: format, proofJwt }
}

/** Without those that are null: a serializer writes it for what its program does not say (D-375). */
export const statedMembers = (members: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null))

const formTexts = ['format', 'doctype', 'vct', 'credential_identifier', 'credential_response_encryption', 'proofs']
const formObjects = ['credential_definition', 'proof']

/** The members of the body; those of a form that are objects are JSON texts there (PP-24), and read where one is used. */
function readMembers(body: CredentialRequestBody): JsonObject | Failure<JsonCode | 'body_missing'> {
  if (body.kind === 'none') return fail('body_missing', 'body') // PP-24
  if (body.kind === 'json') return statedMembers(body.json)
  const members: Record<string, Json> = {}
  for (const name of [...formTexts, ...formObjects]) {
    const text = body.form.get(name)
    if (text === undefined) continue
    const value = formObjects.includes(name) ? parseJson(text, `body.${name}`) : writtenText(name, text)
    if (failed(value)) return value
    members[name] = value
  }
  return members
}

/** A `+` that stands in a form as it is means a blank, which no name of a format has (D-452). */
const writtenText = (name: string, text: string): string => (name === 'format' ? text.replace(' ', '+') : text)

type TypeCheck = (members: JsonObject, support: CredentialSupport) => undefined | Failure<CredentialRequestCode>

const checkVct: TypeCheck = ({ credential_definition: definition, vct }, { credentialType }) => {
  if (vct !== undefined && vct !== credentialType) return fail('credential_type_unsupported', 'body.vct') // PP-127
  if (definition === undefined && vct === undefined)
    return fail('credential_definition_missing', 'body.credential_definition') // PP-127
  return undefined
}

const checkDoctype: TypeCheck = ({ doctype }, support) => {
  if (doctype === undefined) return fail('doctype_missing', 'body.doctype') // PP-93
  if (doctype !== support.doctype) return fail('doctype_unsupported', 'body.doctype') // PP-93
  return undefined
}

/** The check of the member that names the type. */
const checkName: Readonly<Record<CredentialFormat, TypeCheck>> = {
  [formatSdJwt]: checkVct,
  [formatMdoc]: checkDoctype,
}

const checkDefinition: TypeCheck = ({ credential_definition: definition }, support) => {
  if (definition === undefined) return undefined
  if (!isDefinition(definition)) return fail('credential_definition_malformed', 'body.credential_definition') // PP-127
  if (!definition.type.includes(support.credentialType))
    return fail('credential_type_unsupported', 'body.credential_definition.type') // PP-127
  return undefined
}

/** Why `proof` holds no JWT (OpenID4VCI D13 §7.2.1). */
export type ProofMemberCode = 'proof_missing' | 'proof_malformed' | 'proof_type_unsupported' | 'proof_jwt_missing'

/** The `proof` member, which both profiles have. */
export function readProof(proof: Json | undefined): string | Failure<ProofMemberCode> {
  if (proof === undefined) return fail('proof_missing', 'body.proof') // PP-94
  if (!isJsonObject(proof)) return fail('proof_malformed', 'body.proof') // PP-94
  if (proof.proof_type !== 'jwt') return fail('proof_type_unsupported', 'body.proof.proof_type') // PP-94
  if (!isText(proof.jwt)) return fail('proof_jwt_missing', 'body.proof.jwt') // PP-94
  return proof.jwt
}

/** What a grant has of what was asked for at its beginning. */
export interface GrantedCredentials {
  readonly authorizationDetails: readonly AuthorizationDetail[]
  /** Of a flow in the final profile. */
  readonly configurations?: RequestedConfigurations
}

/** Whether what is asked for was granted with the authorization, in the same words. */
export function checkCredentialGranted(
  { format, credentialType }: Pick<CredentialRequest, 'format' | 'credentialType'>,
  { authorizationDetails, configurations }: GrantedCredentials,
): undefined | Failure<'not_granted' | 'profile_mismatch'> {
  if (configurations !== undefined) return fail('profile_mismatch', 'body.format') // PP-119
  const matches = (detail: AuthorizationDetail): boolean =>
    detail.format === format && detail.credential_definition.type.includes(credentialType)
  if (!authorizationDetails.some(matches)) return fail('not_granted', 'body.format') // PP-92
  return undefined
}
