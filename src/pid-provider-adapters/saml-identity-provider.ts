/**
 * The SAML 2.0 channel to a national identity provider (SPID, CIE id): implements the PID Provider's port with
 * `node-saml`, which canonicalizes and verifies signatures. The rules in `pid-provider/login/saml` check everything
 * else in the profile, so that every refusal has its own code.
 *
 * SAML 2.0 core, bindings and profiles; SPID SAML rules of 2022-05; technical manual of CIE id.
 */
import { type Failure, fail, failed, type Random, randomToken, type Verified, verified } from '../base/index.ts'
import {
  checkSamlAssertion,
  checkSamlForm,
  checkSamlResponse,
  checkSamlSignatures,
  checkSamlStatus,
  type NationalAnswer,
  type NationalIdentityProvider,
  type NationalLogin,
  type NationalLoginCode,
  type NationalSamlAssertion,
  type PendingSamlLogin,
  parseLoginAttributes,
  parsePendingSamlLogin,
  type SamlAnswerPolicy,
  type SamlProfileName,
  samlProfiles,
} from '../pid-provider/index.ts'
import { createAuthnRequestUrl } from './saml-authn-request.ts'
import { normalizeCertificates } from './saml-certificates.ts'
import type { SamlRegistration } from './saml-provider-registration.ts'
import type { ServiceProviderKey } from './saml-service-provider-key.ts'
import { childNode, decodeSamlMessage, parseSamlXml, readSignedElement, type SamlDocument } from './saml-xml.ts'

/** Settings of one identity provider over SAML 2.0. */
export interface SamlIdentityProviderOptions {
  /** Short name in paths, sessions and records: `spid`. */
  readonly id: string
  readonly displayName: NationalIdentityProvider['displayName']
  /** Entity identifier of the PID Provider as a service provider. */
  readonly clientId: string
  readonly key: ServiceProviderKey
  readonly registration: SamlRegistration
  /** National profile of the provider's answers. Defaults to `spid`. */
  readonly profile?: SamlProfileName
  /** Maximum duration of a login in seconds. Defaults to 600. */
  readonly loginLifetimeSeconds?: number
  /** Maximum clock difference in seconds. Defaults to 30. */
  readonly skewSeconds?: number
}

const defaults = {
  profile: 'spid' as SamlProfileName,
  loginLifetimeSeconds: 600,
  skewSeconds: 30,
}

/** Creates the adapter. It is stateless: any replica can complete a login that another began. */
export function createSamlIdentityProvider(
  ctx: { readonly random: Random },
  settings: SamlIdentityProviderOptions,
): NationalIdentityProvider {
  const options = { ...defaults, ...settings }
  return {
    id: options.id,
    displayName: options.displayName,
    channel: 'saml',
    samlProfile: options.profile,
    scheme: options.profile,
    begin: async ({ callbackUrl, now }) => {
      const provider = await options.registration(now)
      if (failed(provider)) return provider
      const pending: PendingSamlLogin = {
        provider: options.id,
        issuer: provider.entityId,
        callbackUrl,
        requestId: `_${randomToken(ctx.random)}`, // PP-113
        relayState: randomToken(ctx.random),
        startedAt: now,
      }
      const location = createAuthnRequestUrl(options.key, {
        id: pending.requestId,
        now,
        destination: provider.singleSignOnUrl,
        issuer: options.clientId,
        callbackUrl,
        relayState: pending.relayState,
      })
      return { location, pending, requestId: pending.requestId }
    },
    complete: (answer) => verifyLogin(options, answer),
  }
}

type Options = SamlIdentityProviderOptions & typeof defaults

/** Verifies an answer in this order: stored login, form, registration, XML, Response, status, Assertion, attributes. */
async function verifyLogin(
  options: Options,
  { parameters, pending: storedPending, now }: NationalAnswer,
): Promise<Verified<NationalLogin> | Failure<NationalLoginCode>> {
  const pending = parsePendingSamlLogin(storedPending, {
    provider: options.id,
    now,
    lifetimeSeconds: options.loginLifetimeSeconds,
  })
  if (failed(pending)) return pending
  const form = checkSamlForm(parameters, pending)
  if (failed(form)) return form
  const provider = await options.registration(now)
  if (failed(provider)) return provider
  const certificates = normalizeCertificates(provider.certificates)
  if (failed(certificates)) return certificates
  if (pending.issuer !== provider.entityId) return fail('pending_foreign', 'pending.issuer') // PP-65
  const profile = samlProfiles[options.profile]
  const policy = { ...pending, profile, clientId: options.clientId, now, skew: options.skewSeconds }
  const assertion = await verifyAnswer(form.samlResponse, certificates, policy)
  if (failed(assertion)) return assertion
  const attributes = parseLoginAttributes(assertion.claims)
  if (failed(attributes)) return attributes
  const { subject, levelOfAssurance, authenticatedAt } = assertion
  return verified({
    provider: options.id,
    issuer: pending.issuer,
    levelOfAssurance,
    subject,
    authenticatedAt,
    attributes,
  })
}

/** Verifies the XML of an answer. Reads the Assertion only from the bytes that its own signature covers. */
async function verifyAnswer(
  samlResponse: string,
  certificates: readonly string[],
  policy: SamlAnswerPolicy,
): Promise<NationalSamlAssertion | Failure<NationalLoginCode>> {
  const xml = decodeSamlMessage(samlResponse)
  if (failed(xml)) return xml
  const document = await parseSamlXml(xml)
  if (failed(document)) return document
  const { root } = document
  if (root.name !== 'samlp:Response') return fail('saml_response_malformed', 'Response') // PP-64
  const signatureFault = checkSamlSignatures(root)
  if (signatureFault) return signatureFault
  const responseFault = checkSamlResponse(root, policy)
  if (responseFault) return responseFault
  if (isSigned(document.node) && !(await readSignedElement(document, document.node, certificates)))
    return fail('response_signature_invalid', 'Response.Signature') // PP-63
  const statusFault = checkSamlStatus(root, policy)
  if (statusFault) return statusFault
  const assertion = await readSignedAssertion(document, certificates)
  if (failed(assertion)) return assertion
  return checkSamlAssertion(assertion, policy)
}

const isSigned = (node: Element): boolean => childNode(node, 'ds:Signature') !== undefined

async function readSignedAssertion(document: SamlDocument, certificates: readonly string[]) {
  const node = childNode(document.node, 'saml:Assertion')
  if (node === undefined || !isSigned(node)) return fail('assertion_unsigned', 'Assertion.Signature') // PP-63
  const assertion = await readSignedElement(document, node, certificates)
  if (assertion?.name !== 'saml:Assertion') return fail('assertion_signature_invalid', 'Assertion.Signature') // PP-63
  return assertion
}
