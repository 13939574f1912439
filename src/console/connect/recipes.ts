/** Renders the steps that connect each kind of foreign party, from its configuration to the first message. */
import { type Html, html, type Language } from '../../http/index.ts'
import { adminPaths } from '../../trust-anchor/paths.ts'
import { describeCall } from '../administration.ts'
import { renderCode, renderJson, toCurl } from '../shell/parts.ts'
import type { ConnectParts } from './connect-parts.ts'
import type { PartyKind } from './party-form.ts'
import { anchorOf, documentPath } from './sandbox-document.ts'

const exampleEntityId = 'https://yours.example'
const keysPlaceholder = '… your public keys …'

const organization = {
  organization_name: 'Your organisation',
  homepage_uri: exampleEntityId,
  policy_uri: `${exampleEntityId}/privacy`,
  tos_uri: `${exampleEntityId}/terms`,
  logo_uri: `${exampleEntityId}/logo.svg`,
}

/** Returns example metadata for a kind of party, with the required members. */
function exampleMetadata(kind: PartyKind, types: readonly string[]): object {
  const jwks = { keys: [keysPlaceholder] }
  if (kind === 'wallet-provider')
    return {
      wallet_provider: {
        jwks,
        nonce_endpoint: `${exampleEntityId}/nonce`,
        token_endpoint: `${exampleEntityId}/token`,
        aal_values_supported: ['https://trust-list.eu/aal/high'],
        grant_types_supported: ['urn:ietf:params:oauth:grant-type:jwt-bearer'],
        token_endpoint_auth_methods_supported: ['private_key_jwt'],
        token_endpoint_auth_signing_alg_values_supported: ['ES256'],
      },
    }
  if (kind === 'issuer')
    return {
      openid_credential_issuer: {
        credential_issuer: exampleEntityId,
        authorization_endpoint: `${exampleEntityId}/authorize`,
        pushed_authorization_request_endpoint: `${exampleEntityId}/as/par`,
        token_endpoint: `${exampleEntityId}/token`,
        credential_endpoint: `${exampleEntityId}/credential`,
        dpop_signing_alg_values_supported: ['ES256'],
        credentials_supported: Object.fromEntries(types.slice(0, 1).map((type) => [type, { format: 'vc+sd-jwt' }])),
        client_registration_types_supported: ['automatic'],
        jwks,
      },
    }
  return {
    openid_credential_verifier: {
      client_id: exampleEntityId,
      client_name: 'Your service',
      application_type: 'web',
      request_uris: [`${exampleEntityId}/request`],
      response_uris_supported: [`${exampleEntityId}/response`],
      redirect_uris: [`${exampleEntityId}/done`],
      authorization_signed_response_alg: 'ES256',
      authorization_encrypted_response_alg: 'ECDH-ES',
      authorization_encrypted_response_enc: 'A256GCM',
      vp_formats: { 'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256'] } },
      jwks,
    },
  }
}

export function renderRecipe(language: Language, kind: PartyKind, parts: ConnectParts): Html {
  const text = texts[language]
  const anchor = anchorOf(parts)
  const configuration = {
    iss: exampleEntityId,
    sub: exampleEntityId,
    iat: 1_768_478_400,
    exp: 1_768_564_800,
    authority_hints: [anchor],
    jwks: { keys: [keysPlaceholder] },
    metadata: { federation_entity: organization, ...exampleMetadata(kind, parts.credentialTypes) },
  }
  const body = {
    entity_id: exampleEntityId,
    ...(kind === 'issuer' && { credential_types: parts.credentialTypes.slice(0, 1) }),
  }
  const { subordinates: path } = adminPaths
  const register = toCurl(describeCall(parts.roles, { role: 'trust-anchor', method: 'POST', path, body }))
  const pin = toCurl({ method: 'GET', url: parts.publicUrl + documentPath })
  return html`<ol class="connect-recipe" id="connect-recipe-${kind}">
<li><p>${text.publish}</p>${renderJson(configuration, `connect-configuration-${kind}`, `${text.configuration}: ${kind}`, language)}</li>
<li><p>${text.register}</p>${renderCode(register, `connect-register-${kind}`, `${text.command}: ${kind}`, language)}</li>
<li><p>${text.pin}</p>${renderCode(`${pin} > sandbox.json`, `connect-pin-${kind}`, `${text.command} (sandbox.json): ${kind}`, language)}</li>
<li><p>${text.tryOut[kind](roleOf(parts))}</p></li>
<li><p>${text.follow}</p></li></ol>`
}

type UrlOfRole = (name: string) => string

const roleOf =
  ({ roles }: ConnectParts): UrlOfRole =>
  (name) =>
    roles.find((role) => role.name === name)?.url ?? name

const texts = {
  it: {
    publish:
      'Pubblica la tua Entity Configuration in /.well-known/openid-federation, firmata con la tua chiave federativa (typ entity-statement+jwt). Questi sono i membri necessari.',
    register:
      'Registrala con il modulo di questa pagina, oppure con l’API. L’anteprima mostra i metadati che ne risultano.',
    pin: 'Fissa le chiavi del Trust Anchor nella tua parte: sono nel documento di questa sandbox.',
    configuration: 'Entity Configuration',
    command: 'Comando',
    tryOut: {
      'wallet-provider': (url: UrlOfRole) =>
        `Con il tuo wallet ottieni un PID da ${url('pid-provider')} (utente mario.rossi, password sandbox) e presentalo a ${url('relying-party')}/presentations/new?variant=dcql&flow=cross-device.`,
      issuer: (url: UrlOfRole) =>
        `Un wallet della sandbox trova il tuo emittente nell’elenco di ${url('trust-anchor')}: nella schermata Wallet chiedi lì il PID, poi presentalo a ${url('relying-party')}.`,
      'relying-party': (url: UrlOfRole) =>
        `Un wallet della sandbox con un PID di ${url('pid-provider')} legge il tuo codice QR o il tuo link: incollalo nella schermata Wallet.`,
    },
    follow: 'Segui i messaggi nella schermata Flussi: ogni rifiuto dice che cosa cambiare.',
  },
  en: {
    publish:
      'Publish your Entity Configuration at /.well-known/openid-federation, signed with your federation key (typ entity-statement+jwt). These members are required.',
    register: 'Register it with the form on this page, or through the API. The dry run shows the resulting metadata.',
    pin: 'Pin the keys of the Trust Anchor in your party: they are in the document of this sandbox.',
    configuration: 'Entity Configuration',
    command: 'Command',
    tryOut: {
      'wallet-provider': (url: UrlOfRole) =>
        `With your wallet, get a PID from ${url('pid-provider')} (user mario.rossi, password sandbox), and present it to ${url('relying-party')}/presentations/new?variant=dcql&flow=cross-device.`,
      issuer: (url: UrlOfRole) =>
        `A wallet of the sandbox finds your issuer in the list of ${url('trust-anchor')}: request the PID there on the Wallet screen, then present it to ${url('relying-party')}.`,
      'relying-party': (url: UrlOfRole) =>
        `A wallet of the sandbox with a PID of ${url('pid-provider')} reads your QR code or link: paste it on the Wallet screen.`,
    },
    follow: 'Follow the messages on the Flows screen: each refusal says what to change.',
  },
} as const
