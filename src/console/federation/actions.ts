/** Actions of the operator. Each is one request to the administration, and the operator confirms it. */
import { failed, type JsonObject, parseJsonObject } from '../../base/index.ts'
import type { Parameters } from '../../http/index.ts'
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
