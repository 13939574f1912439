/**
 * Subordinates in a configuration file. They are validated once at start: an anchor with an invalid entry does not
 * start. A persistent store begins with the configured subordinates; from then on only the operator changes them.
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
import { certifiedOrganization } from '../certificates/certificate-settings.ts'
import type { TrustAnchorConfig } from '../config.ts'
import { grantRegistrationMarks } from '../marks/registration-marks.ts'
import { isOfSubordinate, type SubordinateEntry, type Subordinates, type TrustMarkGrants } from '../stores.ts'
import { boundsIssuance, missingBound } from './policies.ts'

type FaultCode = PolicyParseCode | MetadataFormCode | ConstraintCode
type CheckResult = Metadata | MetadataPolicy | undefined | Failure<FaultCode>

/** Messages for faults of a record, by the failure code of a statement's reader. */
const faults: Readonly<Record<FaultCode, string>> = {
  policy_malformed: 'is not an object',
  policy_operand_invalid: 'is not a valid value of this operator',
  policy_combination_invalid: 'has operators that must not be combined',
  metadata_null: 'is null',
  metadata_malformed: 'is not an object',
  constraints_malformed: 'is not a valid value of this constraint',
  path_too_long: 'is too low for the entity itself',
  name_excluded: 'excludes the entity itself',
  name_not_permitted: 'does not permit the entity itself',
}

/** Creates the schema of an object, which the function for readers of statements checks. */
const checkedBy = (check: (value: JsonObject) => CheckResult) =>
  z.custom<JsonObject>(isJsonObject).superRefine((value, { addIssue }) => {
    const result = check(value)
    if (failed(result)) addIssue({ code: 'custom', path: pathOf(result), message: faults[result.code] })
  })

/** Returns the path of a failure whose place has no prefix. */
const pathOf = ({ at }: Failure<string>): string[] => (at === '' ? [] : [at.slice(1)])

const checkForm = (constraints: JsonObject) => checkConstraints(constraints, { intermediates: 0, subjects: [] }, '')

/** Schema of a configured subordinate. Does not check the entity itself. */
export const configuredSubordinate = z
  .strictObject({
    entityId: z.string().describe('Entity identifier of the subordinate.'),
    jwks: z.object({ keys: z.array(federationKey).min(1).describe('Its federation keys (JWK).') }),
    entityTypes: z.array(z.string().min(1)).min(1).describe('Entity types that it may have.'),
    intermediate: z.boolean().default(false).describe('True if it may have subordinates of its own.'),
    metadata: checkedBy((value) => parseMetadata(value, ''))
      .optional()
      .describe('Metadata that the statement sets for it.'),
    metadataPolicy: checkedBy((value) => parseMetadataPolicy(value, ''))
      .optional()
      .describe('Policy for its metadata and those of entities below it.'), // FED-22
    constraints: checkedBy(checkForm)
      .optional()
      .describe('Constraints of the statement (`max_path_length`, `naming_constraints`, `allowed_entity_types`).'), // FED-23
    credentialTypes: z
      .array(z.string().min(1))
      .min(1)
      .optional()
      .describe('Credential types that the entity, or an issuer below it, may issue.'),
    protocolKeys: z
      .record(z.string(), z.object({ keys: z.array(federationKey).min(1) }))
      .exactOptional()
      .describe('Protocol keys by entity type, which its statement states by value in IT-Wallet 1.4.'),
    certificateSubject: certifiedOrganization
      .exactOptional()
      .describe('Organization in the subject of its certificates. Defaults to its host in Italy.'),
    acceptsAnnouncedKeys: z
      .boolean()
      .exactOptional()
      .describe('States keys that the entity announces without asking the operator.'),
  })
  .superRefine((entry, { addIssue }) => {
    const { entityId, entityTypes, intermediate, constraints = {} } = entry
    if (failed(checkForm(constraints))) return // reported above
    const add = (path: string[], message: string) =>
      addIssue({ code: 'custom', path: ['constraints', ...path], message })
    const ofUrl = isEntityId(entityId, { loopbackHttp: true }) ? [entityId] : []
    const unnamed = checkConstraints(constraints, { intermediates: 0, subjects: ofUrl }, '')
    if (failed(unnamed)) add(pathOf(unnamed), faults[unnamed.code]) // FED-23
    const left = removeForbiddenTypes(constraints, Object.fromEntries(entityTypes.map((type) => [type, {}])))
    if (!entityTypes.every((type) => Object.hasOwn(left, type)))
      add([typesMember(constraints)], 'does not allow all of its entityTypes') // FED-24
    const missing = missingBound(entry)
    if (missing) add(missing.split('.'), 'is missing: without it, the intermediate may state any entity') // FED-53
    const issues = !intermediate && entityTypes.includes('openid_credential_issuer')
    if (issues && entry.credentialTypes === undefined && !boundsIssuance(entry))
      addIssue({ code: 'custom', path: ['credentialTypes'], message: 'is missing: the issuer may issue nothing' }) // FED-55
  })

/** Settings of a subordinate in a configuration file. */
export type ConfiguredSubordinate = z.input<typeof configuredSubordinate>

type AnchorIdentity = Pick<TrustAnchorConfig, 'entityId' | 'loopbackHttp'>

/** Grants of trust marks, and the types that the anchor has. */
interface ConfiguredMarks {
  readonly grants: TrustMarkGrants
  readonly config: Pick<TrustAnchorConfig, 'entityId' | 'trustMarks'>
}

/** Parses the entries. Throws a ZodError for an invalid entry, a TypeError for an invalid or repeated identifier. */
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
 * Adds the configured entities that the store has never known. May run at every start: it does not restore what the
 * operator removed, suspended or changed (FED-38). With `marks` they get their registration marks. Throws as `parseConfiguredSubordinates` does.
 */
export async function addConfiguredSubordinates(
  store: Subordinates,
  entries: readonly ConfiguredSubordinate[],
  config: AnchorIdentity,
  act: Act,
  marks?: ConfiguredMarks,
): Promise<void> {
  for (const entry of parseConfiguredSubordinates(entries, config)) {
    const events = await store.log({ entityId: entry.entityId, limit: Number.MAX_SAFE_INTEGER })
    if (events.some(isOfSubordinate)) continue
    if (marks) await grantRegistrationMarks(marks.grants, entry, marks.config, act)
    await store.add(entry, act)
  }
}

/**
 * Does the same for entities that may lose their keys, such as those of a sandbox. If a record lacks a configured key,
 * the configured keys replace its keys. Configured credential types are added to a record without any.
 */
export async function seedSubordinates(
  store: Subordinates,
  entries: readonly ConfiguredSubordinate[],
  config: AnchorIdentity,
  act: Act,
  marks?: ConfiguredMarks,
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
  await addConfiguredSubordinates(store, entries, config, act, marks)
}
