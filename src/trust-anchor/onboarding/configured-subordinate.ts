/**
 * One subordinate as it stands in a configuration file. What is configured is judged once, when the role is put
 * together: an anchor with a broken entry does not start. A store on disk begins with what is configured; from there on
 * it is the operator's.
 */
import { z } from 'zod'
import { type Failure, failed, isEntityId, isJsonObject, type JsonObject } from '../../base/index.ts'
import {
  type ConstraintCode,
  checkConstraints,
  federationKey,
  type Metadata,
  type MetadataFormCode,
  type MetadataPolicy,
  type PolicyParseCode,
  parseMetadata,
  parseMetadataPolicy,
  removeForbiddenTypes,
  typesMember,
} from '../../federation/index.ts'
import type { Act } from '../../member/index.ts'
import type { TrustAnchorConfig } from '../config.ts'
import { isOfSubordinate, type SubordinateEntry, type Subordinates } from '../stores.ts'
import { boundsIssuance, missingBound } from './policies.ts'

type FaultCode = PolicyParseCode | MetadataFormCode | ConstraintCode
type Judged = Metadata | MetadataPolicy | undefined | Failure<FaultCode>

/** What is wrong with what would stand in every statement about the entity, by what its readers would find. */
const faults: Readonly<Record<FaultCode, string>> = {
  policy_malformed: 'is no object',
  policy_operand_invalid: 'is nothing that this operator takes',
  policy_combination_invalid: 'has operators that may not stand together',
  metadata_null: 'is null',
  metadata_malformed: 'is no object',
  constraints_malformed: 'is nothing that this constraint takes',
  path_too_long: 'is too little for the entity itself',
  name_excluded: 'excludes the entity itself',
  name_not_permitted: 'does not permit the entity itself',
}

/** An object that readers of statements take, judged by their own judge. */
const takenBy = (judge: (value: JsonObject) => Judged) =>
  z.custom<JsonObject>(isJsonObject).superRefine((value, { addIssue }) => {
    const judged = judge(value)
    if (failed(judged)) addIssue({ code: 'custom', path: placeIn(judged), message: faults[judged.code] })
  })

/** The judges are given no place of their own. */
const placeIn = ({ at }: Failure<string>): string[] => (at === '' ? [] : [at.slice(1)])

const judgeForm = (constraints: JsonObject) => checkConstraints(constraints, { intermediates: 0, subjects: [] }, '')

/** The shape of a configured subordinate. Whether the entity is what is said of it is not asked. */
export const configuredSubordinate = z
  .strictObject({
    entityId: z.string(),
    jwks: z.object({ keys: z.array(federationKey).min(1) }),
    entityTypes: z.array(z.string().min(1)).min(1),
    intermediate: z.boolean().default(false),
    metadata: takenBy((value) => parseMetadata(value, '')).optional(),
    metadataPolicy: takenBy((value) => parseMetadataPolicy(value, '')).optional(), // FED-22
    constraints: takenBy(judgeForm).optional(), // FED-23
    /** What it, or an issuer below it, may issue. */
    credentialTypes: z.array(z.string().min(1)).min(1).optional(),
  })
  .superRefine((entry, { addIssue }) => {
    const { entityId, entityTypes, intermediate, constraints = {} } = entry
    if (failed(judgeForm(constraints))) return // told above
    const add = (path: string[], message: string) =>
      addIssue({ code: 'custom', path: ['constraints', ...path], message })
    const ofUrl = isEntityId(entityId, { loopbackHttp: true }) ? [entityId] : []
    const unnamed = checkConstraints(constraints, { intermediates: 0, subjects: ofUrl }, '')
    if (failed(unnamed)) add(placeIn(unnamed), faults[unnamed.code]) // FED-23
    const left = removeForbiddenTypes(constraints, Object.fromEntries(entityTypes.map((type) => [type, {}])))
    if (!entityTypes.every((type) => Object.hasOwn(left, type)))
      add([typesMember(constraints)], 'does not allow all of its entityTypes') // FED-24
    const missing = missingBound(entry)
    if (missing) add(missing.split('.'), 'is missing: an intermediate speaks for whomever it does not exclude') // FED-53
    const issues = !intermediate && entityTypes.includes('openid_credential_issuer')
    if (issues && entry.credentialTypes === undefined && !boundsIssuance(entry))
      addIssue({ code: 'custom', path: ['credentialTypes'], message: 'is missing: the issuer may issue nothing' }) // FED-55
  })

/** A subordinate as a configuration file has it. */
export type ConfiguredSubordinate = z.input<typeof configuredSubordinate>

type AnchorIdentity = Pick<TrustAnchorConfig, 'entityId' | 'loopbackHttp'>

/** Throws a ZodError or a TypeError for an entry that cannot be served. */
export function parseConfiguredSubordinates(
  entries: readonly ConfiguredSubordinate[],
  { entityId: anchor, loopbackHttp }: AnchorIdentity,
): readonly SubordinateEntry[] {
  const seen = new Set([anchor])
  return entries.map((entry) => {
    const { jwks, metadata, metadataPolicy, constraints, credentialTypes, ...rest } = configuredSubordinate.parse(entry)
    if (!isEntityId(rest.entityId, { loopbackHttp })) throw new TypeError(`no entity: ${rest.entityId}`)
    if (seen.has(rest.entityId)) throw new TypeError(`not twice: ${rest.entityId}`)
    seen.add(rest.entityId)
    return {
      ...rest,
      keys: jwks.keys,
      ...(metadata && { metadata: metadata as Metadata }),
      ...(metadataPolicy && { metadataPolicy }),
      ...(constraints && { constraints }),
      ...(credentialTypes && { credentialTypes }),
    }
  })
}

/**
 * Takes in the configured entities that the store has never known, so every start may call this: what the operator
 * removed stays removed, what he suspended or changed stays as he left it (FED-38). Throws as
 * `parseConfiguredSubordinates` does.
 */
export async function takeInSubordinates(
  store: Subordinates,
  entries: readonly ConfiguredSubordinate[],
  config: AnchorIdentity,
  act: Act,
): Promise<void> {
  for (const entry of parseConfiguredSubordinates(entries, config)) {
    const events = await store.log({ entityId: entry.entityId, limit: Number.MAX_SAFE_INTEGER })
    if (!events.some(isOfSubordinate)) await store.add(entry, act)
  }
}

/**
 * The same for entities that lose their keys now and then, as those of a sandbox do: the keys of one whose configured key
 * the record lacks are replaced by the configured ones. Types of credential are stated where the record states none.
 */
export async function seedSubordinates(
  store: Subordinates,
  entries: readonly ConfiguredSubordinate[],
  config: AnchorIdentity,
  act: Act,
): Promise<void> {
  for (const { entityId, keys, credentialTypes } of parseConfiguredSubordinates(entries, config)) {
    const record = await store.find(entityId)
    if (record === undefined) continue
    const change = {
      ...(!keys.every(({ kid }) => record.keys.some((known) => known.kid === kid)) && { keys }),
      ...(credentialTypes && record.credentialTypes === undefined && { credentialTypes }),
    }
    if (Object.keys(change).length > 0) await store.change(entityId, change, act)
  }
  await takeInSubordinates(store, entries, config, act)
}
