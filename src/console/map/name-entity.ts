/** Formats names of entities for pages. Other parties choose them, so each is cut and shown in visible characters. */
import { shownText } from '../../base/index.ts'
import { type Html, html, type Language } from '../../http/index.ts'
import type { ConsoleRole } from '../observe-roles.ts'
import { ownMember } from '../own-member.ts'
import type { ObservedEntity } from './observe-federation.ts'

const maximumNameLength = 60
const maximumIdentifierLength = 120

/** Returns a text of another party as one line of at most 60 characters. */
export const shownName = (text: unknown): string => shownText(String(text), maximumNameLength)

export const shownIdentifier = (entityId: string): string => shownText(entityId, maximumIdentifierLength)

/** Returns the name of the role, or host and path of the identifier. */
export const nameOf = ({ entityId, role }: Pick<ObservedEntity, 'entityId' | 'role'>): string =>
  shownName(role ?? entityId.replace(/^https?:\/\//, ''))

/** Returns the function that names an entity by its identifier, as the map does. */
export const namerOf =
  (roles: readonly ConsoleRole[]) =>
  (entityId: string): string => {
    const role = roles.find(({ url }) => url === entityId)?.name
    return nameOf({ entityId, ...(role !== undefined && { role }) })
  }

export const entityPath = (entityId: string): string => `/map/entity?${new URLSearchParams({ id: entityId })}`

/**
 * Renders a link to the entity's page. `id` is the `id` attribute of the link. `name` is its text. Defaults to the
 * identifier as one line of at most 120 characters.
 */
export const renderEntityLink = (id: string, entityId: string, name = shownIdentifier(entityId)): Html =>
  html`<a id="${id}" class="text-break" href="${entityPath(entityId)}">${name}</a>`

const words = {
  it: {
    types: {
      federation_entity: 'entità della federazione',
      wallet_provider: 'fornitore di wallet',
      openid_credential_issuer: 'emittente',
      oauth_authorization_server: 'server di autorizzazione',
      openid_relying_party: 'client OpenID',
      openid_provider: 'provider OpenID',
      wallet_relying_party: 'Relying Party',
      openid_credential_verifier: 'verificatore',
    } as Readonly<Record<string, string>>,
    anchor: 'Trust Anchor',
    intermediate: 'intermediario',
    unknown: 'sconosciuta',
    answers: 'risponde',
    silent: 'non risponde',
  },
  en: {
    types: {
      federation_entity: 'federation entity',
      wallet_provider: 'Wallet Provider',
      openid_credential_issuer: 'issuer',
      oauth_authorization_server: 'authorization server',
      openid_relying_party: 'OpenID client',
      openid_provider: 'OpenID Provider',
      wallet_relying_party: 'Relying Party',
      openid_credential_verifier: 'verifier',
    } as Readonly<Record<string, string>>,
    anchor: 'Trust Anchor',
    intermediate: 'intermediate',
    unknown: 'unknown',
    answers: 'answers',
    silent: 'does not answer',
  },
} as const

/** Returns the name of an entity type. Defaults to the type as one line of at most 60 characters. */
export const typeWords = (language: Language, type: string): string =>
  ownMember(words[language].types, type) ?? shownName(type)

/** Describes the kind of an entity (Trust Anchor, intermediate, or its first entity type), and whether it answers. */
export function entityWords(
  language: Language,
  { configuration, answers }: Pick<ObservedEntity, 'configuration' | 'answers'>,
): { readonly kind: string; readonly health: string } {
  const text = words[language]
  const health = answers ? text.answers : text.silent
  if (configuration === undefined) return { kind: text.unknown, health }
  const { metadata, authority_hints: hints } = configuration
  const [type] = Object.keys(metadata).filter((name) => name !== 'federation_entity')
  const isSuperior = metadata.federation_entity?.federation_fetch_endpoint !== undefined
  const authority = hints.length === 0 ? text.anchor : text.intermediate
  return { kind: isSuperior ? authority : type === undefined ? text.unknown : typeWords(language, type), health }
}
