/** Actions of the operator. Each is one request to the administration, and the operator confirms it. */
import { failed, type JsonObject, parseJsonObject } from '../../base/index.ts'
import type { Language, Parameters } from '../../http/index.ts'
import { adminPaths } from '../../trust-anchor/paths.ts'
import type { AuthorityCall } from './administration.ts'

/** Names of the actions, as in the forms. */
export const actionNames = [
  'add',
  'suspend',
  'resume',
  'refresh',
  'remove',
  'publish_policy',
  'default_policy',
  'add_key',
  'activate_key',
  'revoke_key',
  'grant_mark',
  'revoke_mark',
] as const
export type ActionName = (typeof actionNames)[number]

export interface Action {
  readonly name: ActionName
  readonly call: AuthorityCall
  /** The key or the entity that the action changes: its `kid` or its identifier. Empty for `add_key`. */
  readonly about: string
  /** Path of the page that shows the result of the action. */
  readonly page: string
  /** Inputs of the form except the reason. The confirmation repeats them as hidden fields. */
  readonly inputs: Readonly<Record<string, string>>
  /** Reason for the log of the authority, at most 500 characters. Empty if there is none. */
  readonly reason: string
}

/** Maximum length of a reason in characters. The authority refuses a longer one. */
export const maximumReasonLength = 500

/** Names of the form fields that an action can have. A confirmation repeats only these. */
const inputNames = [
  'entity',
  'type',
  'kid',
  'revocation_reason',
  'force',
  'policy',
  'types',
  'credential_types',
  'constraints',
  'intermediate',
]

/**
 * Reads an action from a form or a query. Returns `undefined` for an unknown action, a missing input or malformed JSON.
 * The calls of `activate_key` and `revoke_key` do not contain the reason.
 */
export function readAction(form: Parameters): Action | undefined {
  const name = actionNames.find((one) => one === form.get('action'))
  const inputs = Object.fromEntries(
    inputNames.flatMap((input) => {
      const value = form.get(input)
      return value === undefined ? [] : [[input, value] as const]
    }),
  )
  const reason = (form.get('reason') ?? '').slice(0, maximumReasonLength)
  const call = name && callOf(name, inputs, reason === '' ? {} : { reason })
  if (name === undefined || call === undefined) return undefined
  return { name, call, inputs, reason, about: aboutOf(name, inputs), page: pages[name] }
}

const members = '/federation'
const keys = '/federation/keys'
const marks = '/federation/marks'
const pages: Readonly<Record<ActionName, string>> = {
  ...{ add: members, suspend: members, resume: members, refresh: members, remove: members },
  ...{ publish_policy: members, default_policy: members },
  ...{ add_key: keys, activate_key: keys, revoke_key: keys, grant_mark: marks, revoke_mark: marks },
}

type Inputs = Readonly<Record<string, string>>

function aboutOf(name: ActionName, { kid = '', entity = '' }: Inputs): string {
  if (name === 'add_key') return ''
  return name === 'activate_key' || name === 'revoke_key' ? kid : entity
}

function callOf(name: ActionName, inputs: Inputs, reason: { readonly reason?: string }): AuthorityCall | undefined {
  const { entity: entity_id, kid, type: trust_mark_type } = inputs
  const { subordinates: path } = adminPaths
  if (name === 'add_key') return { method: 'POST', path: adminPaths.keys, body: reason }
  if (name === 'activate_key' || name === 'revoke_key') {
    if (kid === undefined) return undefined
    if (name === 'revoke_key')
      return { method: 'POST', path: adminPaths.revokeKey, body: { kid, reason: revocationReasonOf(inputs) } }
    return { method: 'POST', path: adminPaths.activateKey, body: { kid, ...(inputs.force && { force: true }) } }
  }
  if (entity_id === undefined) return undefined
  if (name === 'grant_mark' || name === 'revoke_mark') {
    const body = trust_mark_type === undefined ? undefined : { trust_mark_type, sub: entity_id, ...reason }
    const markPath = name === 'grant_mark' ? adminPaths.trustMarks : adminPaths.revokeTrustMark
    return body && { method: 'POST', path: markPath, body }
  }
  if (name === 'remove') return { method: 'POST', path: adminPaths.removeSubordinate, body: { entity_id, ...reason } }
  if (name === 'add') {
    const body = candidateBody(inputs)
    return body && { method: 'POST', path, body: { ...body, ...reason } }
  }
  const change = changeOf(name, inputs)
  return change && { method: 'PATCH', path, body: { entity_id, ...change, ...reason } }
}

/** Returns the reason of a revoked key (OpenID Federation 1.0 §8.7.3). An unknown reason becomes `unspecified`. */
const revocationReasonOf = ({ revocation_reason: reason }: Inputs): string =>
  reason === 'compromised' || reason === 'superseded' ? reason : 'unspecified'

function changeOf(name: ActionName, { policy }: Inputs): JsonObject | undefined {
  if (name === 'suspend') return { status: 'suspended' }
  if (name === 'resume') return { status: 'active' }
  if (name === 'refresh') return { refresh_keys: true }
  if (name === 'default_policy') return { metadata_policy: null }
  const metadata_policy = parseObject(policy)
  return metadata_policy && { metadata_policy }
}

/**
 * Returns the body of the request that adds a candidate. Returns `undefined` without an entity, and if the policy or
 * the constraints are no JSON object. Leaves out blank lists. Any value of `intermediate` counts as true.
 */
export function candidateBody(inputs: Inputs): JsonObject | undefined {
  const { entity: entity_id, policy, constraints, intermediate } = inputs
  const [metadata_policy, parsedConstraints] = [parseObject(policy), parseObject(constraints)]
  const [entity_types, credential_types] = [wordsOf(inputs.types), wordsOf(inputs.credential_types)]
  const isMalformed = (text: string | undefined, json: JsonObject | undefined) =>
    text !== undefined && json === undefined
  const isAnyMalformed = isMalformed(policy, metadata_policy) || isMalformed(constraints, parsedConstraints)
  if (entity_id === undefined || isAnyMalformed) return undefined
  return {
    entity_id,
    ...(intermediate !== undefined && { intermediate: true }),
    ...(metadata_policy && { metadata_policy }),
    ...(parsedConstraints && { constraints: parsedConstraints }),
    ...(entity_types.length > 0 && { entity_types }),
    ...(credential_types.length > 0 && { credential_types }),
  }
}

/** Splits a list at white space and commas. */
const wordsOf = (text = ''): readonly string[] => text.split(/[\s,]+/).filter((word) => word !== '')

/** Returns the JSON object in a text, or `undefined` for any other text. */
export function parseObject(text: string | undefined): JsonObject | undefined {
  const parsed = text === undefined ? undefined : parseJsonObject(text, 'policy')
  return parsed === undefined || failed(parsed) ? undefined : parsed
}

/** Texts of each action: label of its button, effect, and message after it. */
export const actionWords: Readonly<
  Record<Language, Readonly<Record<ActionName, readonly [button: string, effect: string, done: string]>>>
> = {
  it: {
    add: ['Aggiungi', 'Da ora l’autorità dichiara le sue chiavi e la elenca.', 'È stata aggiunta.'],
    suspend: [
      'Sospendi',
      'Non riceve più dichiarazioni e non è più elencata. Chi ha già la sua catena se ne fida finché scade.',
      'È sospesa.',
    ],
    resume: ['Riattiva', 'Riceve di nuovo dichiarazioni ed è di nuovo elencata.', 'È di nuovo attiva.'],
    refresh: [
      'Adotta le chiavi nuove',
      'L’autorità adotta le chiavi che l’entità pubblica adesso, se una chiave nota le ha firmate.',
      'Le chiavi sono adottate.',
    ],
    remove: [
      'Togli',
      'La voce e i suoi trust mark finiscono. Chi ha già la sua catena se ne fida finché scade.',
      'È stata tolta.',
    ],
    publish_policy: [
      'Pubblica la politica',
      'La dichiarazione sull’entità contiene da ora questa politica.',
      'La politica è pubblicata.',
    ],
    default_policy: [
      'Ripristina la politica',
      'Vale di nuovo la politica predefinita dei suoi tipi.',
      'Vale la politica predefinita.',
    ],
    add_key: [
      'Crea la prossima chiave',
      'La chiave è pubblicata subito e non firma ancora.',
      'La prossima chiave è pubblicata.',
    ],
    activate_key: [
      'Usa per firmare',
      'Da ora firma questa chiave. Quella precedente resta pubblicata finché valgono le sue firme.',
      'La chiave firma.',
    ],
    revoke_key: [
      'Revoca',
      'La chiave non vale più, per sempre. Chi ha già una catena l’accetta finché quella scade.',
      'La chiave è revocata.',
    ],
    grant_mark: [
      'Concedi',
      'L’entità può prendere il trust mark dall’autorità e mostrarlo.',
      'Il trust mark è concesso.',
    ],
    revoke_mark: ['Revoca', 'Lo stato del trust mark è da ora revocato.', 'Il trust mark è revocato.'],
  },
  en: {
    add: ['Add', 'From now on the authority lists it and signs statements about it.', 'It was added.'],
    suspend: [
      'Suspend',
      'The authority neither lists it nor signs statements about it. Others trust it until their stored chains expire.',
      'It is suspended.',
    ],
    resume: ['Resume', 'The authority lists it and signs statements about it again.', 'It is active again.'],
    refresh: [
      'Adopt new keys',
      'The authority adopts the keys that the entity publishes now, if a known key has signed them.',
      'The keys were adopted.',
    ],
    remove: [
      'Remove',
      'The authority deletes its entry and revokes its trust marks. Others trust it until their stored chains expire.',
      'It was removed.',
    ],
    publish_policy: [
      'Publish the policy',
      'From now on the statement about the entity contains this policy.',
      'The policy is published.',
    ],
    default_policy: ['Restore the policy', 'The default policy of its types applies again.', 'The default applies.'],
    add_key: [
      'Create the next key',
      'The key is published at once and does not sign yet.',
      'The next key is published.',
    ],
    activate_key: [
      'Let it sign',
      'From now on this key signs. The former one stays published while its signatures are valid.',
      'The key signs.',
    ],
    revoke_key: [
      'Revoke',
      'The key is revoked for ever. Others accept it until their stored chains expire.',
      'The key is revoked.',
    ],
    grant_mark: [
      'Grant',
      'The entity can fetch the trust mark from the authority and show it.',
      'The mark is granted.',
    ],
    revoke_mark: ['Revoke', 'The status of the trust mark is revoked from now on.', 'The mark is revoked.'],
  },
}
