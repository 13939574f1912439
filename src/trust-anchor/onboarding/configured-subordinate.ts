/**
 * Subordinates in a configuration file. They are validated at start: a Trust Anchor with an invalid entry does not
 * start. A configured subordinate is added to a persistent store once. From then on its entry in the file has no
 * effect, except in `seedSubordinates`.
 */
import { z } from 'zod'
import { type Failure, failed, isEntityId, isJsonObject, type JsonObject } from '../../base/index.ts'
import {
  type ConstraintCode,
  checkConstraints,
  federationKey,
  federationKeys,
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
import { trustAnchorWire } from '../../profiles/index.ts'
import { isCertifiable } from '../certificates/certificate-contents.ts'
import { certifiedOrganization } from '../certificates/certificate-settings.ts'
import type { TrustAnchorConfig } from '../config.ts'
import { type MarkTypes, registrationMarksOf } from '../marks/registration-marks.ts'
import type { ProtocolKeys, SubordinateEntry, Subordinates } from '../stores.ts'
import { bareKey, hasStorableKids, maximumKidBytes } from './member-keys.ts'
import { findMissingConstraint, findStatedEndpoint, hasOwnIssuancePolicy } from './policies.ts'

type FaultCode = PolicyParseCode | MetadataFormCode | ConstraintCode
type CheckResult = Metadata | MetadataPolicy | undefined | Failure<FaultCode>

/** Messages for faults of a configured subordinate, by failure code. */
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

/** Creates the schema of an object. `check` is the function that checks the same object in received statements. */
const checkedBy = (check: (value: JsonObject) => CheckResult) =>
  z.custom<JsonObject>(isJsonObject).superRefine((value, { addIssue }) => {
    const result = check(value)
    if (failed(result)) addIssue({ code: 'custom', path: pathOf(result), message: faults[result.code] })
  })

/** Returns the place of a failure as a path. Removes the leading dot. */
const pathOf = ({ at }: Failure<string>): string[] => (at === '' ? [] : [at.slice(1)])

const formFaultOf = (constraints: JsonObject) => checkConstraints(constraints, { intermediates: 0, subjects: [] }, '')

/** Schema of a configured subordinate. Does not fetch or check the entity itself. */
export const configuredSubordinate = z
  .strictObject({
    entityId: z.string().describe('Entity identifier of the subordinate.'),
    jwks: z.object({ keys: federationKeys.describe('Federation keys of the subordinate (JWK).') }),
    entityTypes: z.array(z.string().min(1)).min(1).describe('Entity types that the subordinate may have.'),
    intermediate: z.boolean().default(false).describe('True if the entity may have subordinates of its own.'),
    metadata: checkedBy((value) => parseMetadata(value, ''))
      .superRefine((value, { addIssue }) => {
        const stated = findStatedEndpoint({ metadata: value as Metadata })
        if (stated === undefined) return
        const message = 'must not be in the statement: the entity itself publishes its federation endpoints'
        addIssue({ code: 'custom', path: ['federation_entity', stated], message }) // FED-122
      })
      .optional()
      .describe('Metadata in the statement. It overrides the metadata of the entity.'),
    metadataPolicy: checkedBy((value) => parseMetadataPolicy(value, ''))
      .optional()
      .describe('Policy for the metadata of the subordinate and of entities below it. Replaces the default policy.'), // FED-22
    constraints: checkedBy(formFaultOf)
      .optional()
      .describe('Constraints of the statement (`max_path_length`, `naming_constraints`, `allowed_entity_types`).'), // FED-23
    credentialTypes: z
      .array(z.string().min(1))
      .min(1)
      .optional()
      .describe('Credential types that the entity, or an issuer below it, may issue.'),
    protocolKeys: z
      .record(z.string(), z.object({ keys: z.array(federationKey).min(1).describe('Keys of the type (JWK).') }))
      .refine((sets) => !Object.hasOwn(sets, 'federation_entity'), 'contains federation_entity: its keys are in jwks') // FED-39
      .exactOptional()
      .describe('Protocol keys by entity type. The statement contains them by value.'),
    certificateSubject: certifiedOrganization
      .exactOptional()
      .describe(
        'Organization in the subject of certificates. Defaults to the host name as organization name, and country IT.',
      ),
    acceptsAnnouncedKeys: z
      .boolean()
      .exactOptional()
      .describe("Puts announced keys of the entity into its statement without the operator's approval."),
  })
  .superRefine((entry, { addIssue }) => {
    const { entityId, entityTypes, intermediate, constraints = {} } = entry
    if (failed(formFaultOf(constraints))) return // reported above
    const add = (path: string[], message: string) =>
      addIssue({ code: 'custom', path: ['constraints', ...path], message })
    const validIds = isEntityId(entityId, { loopbackHttp: true }) ? [entityId] : []
    const nameFault = checkConstraints(constraints, { intermediates: 0, subjects: validIds }, '')
    if (failed(nameFault)) add(pathOf(nameFault), faults[nameFault.code]) // FED-23
    const allowedTypes = removeForbiddenTypes(constraints, Object.fromEntries(entityTypes.map((type) => [type, {}])))
    if (!entityTypes.every((type) => Object.hasOwn(allowedTypes, type)))
      add([typesMember(constraints)], 'does not allow all of its entityTypes') // FED-24
    const missing = findMissingConstraint(entry)
    if (missing) add(missing.split('.'), 'is missing: without it, the intermediate could add any entity') // FED-53
    const isIssuer = !intermediate && entityTypes.includes('openid_credential_issuer')
    if (isIssuer && entry.credentialTypes === undefined && !hasOwnIssuancePolicy(entry))
      addIssue({
        code: 'custom',
        path: ['credentialTypes'],
        message: 'is missing: the issuer could not issue any credential',
      }) // FED-55
  })

/** A subordinate in a configuration file. */
export type ConfiguredSubordinate = z.input<typeof configuredSubordinate>

type KeySet = ProtocolKeys[string]

type AnchorIdentity = Pick<TrustAnchorConfig, 'entityId' | 'loopbackHttp'> & Partial<Pick<TrustAnchorConfig, 'profile'>>

/**
 * Parses the entries. Throws a ZodError for an invalid entry, and a TypeError for an identifier that is invalid,
 * repeated, or the anchor's. `profile` defaults to `seed`.
 *
 * In a profile with certificates, removes members of keys that statements must not contain (`bareKey`). Throws a
 * TypeError there for a host that no certificate can name, and for a federation key with a `kid` of more than 512
 * bytes. In a profile that pins protocol keys, throws a TypeError for a leaf whose `protocolKeys` lack one of its
 * types. Accepts a leaf without `protocolKeys`.
 */
export function parseConfiguredSubordinates(
  entries: readonly ConfiguredSubordinate[],
  { entityId: anchor, loopbackHttp, profile = 'seed' }: AnchorIdentity,
): readonly SubordinateEntry[] {
  const seen = new Set([anchor])
  return entries.map((entry) => {
    const { jwks, metadata, metadataPolicy, constraints, credentialTypes, protocolKeys, ...rest } =
      configuredSubordinate.parse(entry)
    if (!isEntityId(rest.entityId, { loopbackHttp })) throw new TypeError(`not an entity identifier: ${rest.entityId}`)
    if (seen.has(rest.entityId)) throw new TypeError(`repeated, or the identifier of the anchor: ${rest.entityId}`)
    seen.add(rest.entityId)
    const { certifies, pinsProtocolKeys } = trustAnchorWire[profile]
    if (certifies && !isCertifiable(rest.entityId))
      throw new TypeError(`no certificate can name the host: ${rest.entityId}`) // FED-120
    if (certifies && !hasStorableKids(jwks.keys))
      throw new TypeError(`a kid has more than ${maximumKidBytes} bytes: ${rest.entityId}`) // FED-120
    const pinnedTypes = pinsProtocolKeys && protocolKeys && !rest.intermediate ? rest.entityTypes : []
    const lacking = pinnedTypes.find((type) => type !== 'federation_entity' && protocolKeys?.[type] === undefined)
    if (lacking !== undefined) throw new TypeError(`no protocolKeys of ${lacking}: ${rest.entityId}`) // FED-108
    const keysOf = ({ keys }: KeySet) => (certifies ? keys.map(bareKey) : keys)
    return {
      ...rest,
      keys: keysOf(jwks),
      ...(protocolKeys && {
        protocolKeys: Object.fromEntries(
          Object.entries(protocolKeys).map(([type, set]) => [type, { keys: keysOf(set) }]),
        ),
      }),
      ...(metadata && { metadata: metadata as Metadata }),
      ...(metadataPolicy && { metadataPolicy }),
      ...(constraints && { constraints }),
      ...(credentialTypes && { credentialTypes }),
    }
  })
}

/**
 * Adds the configured entities that were never in the store. Can run at every start: it does not restore what the
 * operator removed, suspended or changed (FED-38). With `marks`, also grants the registration marks of added entities.
 * Rejects with the errors of `parseConfiguredSubordinates`.
 */
export async function addConfiguredSubordinates(
  store: Subordinates,
  entries: readonly ConfiguredSubordinate[],
  config: AnchorIdentity,
  act: Act,
  marks?: MarkTypes,
): Promise<void> {
  for (const entry of parseConfiguredSubordinates(entries, config)) {
    const changes = await store.log({ entityId: entry.entityId, ofSubordinates: true, limit: 1 })
    if (changes.length > 0) continue
    await store.add(entry, act, marks && registrationMarksOf(entry, marks))
  }
}

/**
 * Adds the configured entities that were never in the store, and updates the records of the other configured entities.
 * Meant for entities that may lose their keys, such as those of a sandbox. If a record lacks the `kid` of a configured
 * key, the configured keys replace the record's keys. A record without credential types gets the configured ones. With
 * `marks`, also grants the registration marks of added entities. Rejects with the errors of
 * `parseConfiguredSubordinates`.
 */
export async function seedSubordinates(
  store: Subordinates,
  entries: readonly ConfiguredSubordinate[],
  config: AnchorIdentity,
  act: Act,
  marks?: MarkTypes,
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
