/** The form that registers a foreign party by its identifier, or by its pasted Entity Configuration or keys. */
import {
  type Failure,
  fail,
  failed,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJsonObject,
} from '../../base/index.ts'
import type { Parameters } from '../../http/index.ts'
import { allAlgorithms, parseJws } from '../../jose/index.ts'
import { hasSecrets } from '../decode/secret-members.ts'

export const partyKinds = ['wallet-provider', 'issuer', 'relying-party'] as const
export type PartyKind = (typeof partyKinds)[number]

export interface PartyForm {
  readonly kind: PartyKind
  readonly entityId: string
  readonly pasted: string
  readonly credentialTypes: string
}

export const emptyForm: PartyForm = { kind: 'wallet-provider', entityId: '', pasted: '', credentialTypes: '' }

/** Reads the form. An unknown kind becomes `wallet-provider`. */
export const readPartyForm = (form: Parameters): PartyForm => ({
  kind: partyKinds.find((kind) => kind === form.get('kind')) ?? 'wallet-provider',
  entityId: (form.get('entity_id') ?? '').trim(),
  pasted: (form.get('pasted') ?? '').trim(),
  credentialTypes: (form.get('credential_types') ?? '').trim(),
})

/**
 * Reasons why the form cannot be sent. `pasted_unreadable`: the pasted text is neither a configuration nor a key set.
 * `pasted_private`: the pasted text contains a private or symmetric key. `entity_id_missing`: neither the form nor a
 * pasted configuration has an identifier. `entity_id_differs`: the identifier in the form is not the `sub` of the
 * pasted configuration.
 */
export type PartyFormCode = 'pasted_unreadable' | 'pasted_private' | 'entity_id_missing' | 'entity_id_differs'

const policy = { typ: ['entity-statement+jwt'], algorithms: allAlgorithms }

/**
 * Returns the body of the request to the Trust Anchor. Does not verify the signature of a pasted configuration. Of the
 * pasted keys, checks only that none is private or symmetric.
 */
export function onboardingOf(form: PartyForm, isDryRun: boolean): JsonObject | Failure<PartyFormCode> {
  const pasted = form.pasted === '' ? {} : readPasted(form.pasted)
  if (failed(pasted)) return pasted
  if (pasted.keys?.some(isPrivate)) return fail('pasted_private')
  const entityId = form.entityId === '' ? pasted.sub : form.entityId
  if (entityId === undefined) return fail('entity_id_missing')
  if (pasted.sub !== undefined && pasted.sub !== entityId) return fail('entity_id_differs')
  const types = form.credentialTypes.split(/[\s,]+/).filter((type) => type !== '')
  return {
    entity_id: entityId,
    ...(pasted.keys !== undefined && { jwks: { keys: pasted.keys } }),
    ...(form.kind === 'issuer' && types.length > 0 && { credential_types: types }),
    ...(isDryRun ? { dry_run: true } : { reason: 'connected at the console' }),
  }
}

/** Returns true for a private or symmetric key, which the Trust Anchor must not receive. */
const isPrivate = (key: Json): boolean => isJsonObject(key) && hasSecrets(key)

interface PastedParty {
  readonly sub?: string
  readonly keys?: readonly Json[]
}

function readPasted(text: string): PastedParty | Failure<PartyFormCode> {
  if (text.startsWith('{')) {
    const set = parseJsonObject(text, 'pasted')
    if (failed(set)) return fail('pasted_unreadable')
    const keys = Array.isArray(set.keys) ? set.keys : typeof set.kty === 'string' ? [set] : undefined
    return keys === undefined ? fail('pasted_unreadable') : { keys }
  }
  const statement = parseJws(text, policy, 'pasted')
  if (failed(statement)) return fail('pasted_unreadable')
  const { sub, jwks } = statement.payload
  if (typeof sub !== 'string' || !isJsonObject(jwks) || !Array.isArray(jwks.keys)) return fail('pasted_unreadable')
  return { sub, keys: jwks.keys }
}
