/** `fiducia federation …`: administers a Trust Anchor or intermediate. */
import { type Command, Option } from 'commander'
import { failed, type JsonObject, parseJsonObject, printable } from '../../base/index.ts'
import { entityTypes } from '../../federation/trust-evaluator.ts'
import { adminPaths } from '../../trust-anchor/paths.ts'
import { type AddressedService, requireEntityId } from '../addressed-service.ts'
import { requestAdministration, requestAllEntries, withQuery } from '../administration-client.ts'
import {
  documentAnswer,
  logAnswer,
  marksAnswer,
  memberAnswer,
  membersAnswer,
  ofEntity,
  outcomeAnswer,
  registrationAnswer,
} from '../federation-answers.ts'
import { addCertificates } from '../federation-certificates.ts'
import { addMemberKeys } from '../federation-member-keys.ts'
import { type FederationVerbFlags, type FederationVerbs, federationVerbs } from '../federation-verbs.ts'
import { readNamedFile } from '../named-files.ts'
import type { Terminal } from '../program.ts'
import { type RingFlags, ringAnswer, takeRingStep, withRingOptions } from '../ring-verbs.ts'
import { requireCompanionOption, UserError } from '../user-error.ts'

interface AddFlags extends FederationVerbFlags {
  readonly type?: string[]
  readonly intermediate?: true
  readonly policy?: string
  readonly constraints?: string
  readonly credentialTypes?: string[]
  readonly jwks?: string
  readonly dryRun?: true
}

interface ListFlags extends FederationVerbFlags {
  readonly type?: string[]
  readonly intermediate?: true
  readonly status?: string
}

const { subordinates, trustMarks } = adminPaths
const withReason = ({ reason }: FederationVerbFlags) => (reason === undefined ? {} : { reason })

const changeMember = (service: AddressedService, body: JsonObject) =>
  requestAdministration(service, 'PATCH', subordinates, body)

export function register(program: Command, terminal: Terminal): void {
  const federation = program.command('federation').description('administer a Trust Anchor or intermediate')
  const verbs = federationVerbs(federation, terminal)
  addMembership(verbs)
  addReading(verbs)
  addPolicy(verbs)
  addTrustMarks(verbs)
  addKeyRotation(verbs)
  addMemberKeys(verbs)
  addCertificates(federation, terminal)
}

function addMembership({ change }: FederationVerbs): void {
  const examples = [
    'add https://wallet.example --dry-run',
    'add https://pid.example --credential-types eu.eudiw.pid.it --reason "contract 12"',
  ]
  change<AddFlags>('add <entity>', 'check an entity and add it', examples, async (service, [entity_id = ''], flags) => {
    requireEntityId(entity_id)
    const entry = {
      entity_id,
      ...(flags.intermediate && { intermediate: true }),
      ...(flags.policy !== undefined && { metadata_policy: readJson(flags.policy) }),
      ...(flags.constraints !== undefined && { constraints: readJson(flags.constraints) }),
      ...(flags.credentialTypes && { credential_types: flags.credentialTypes }),
      ...(flags.jwks !== undefined && { jwks: readJson(flags.jwks) }),
    }
    await requireTypesOf(service, entry, flags.type)
    const body = {
      ...entry,
      ...(flags.type && { entity_types: flags.type }),
      ...(flags.dryRun && { dry_run: true }),
      ...withReason(flags),
    }
    return registrationAnswer(service.entityId, await requestAdministration(service, 'POST', subordinates, body), flags)
  })
    .option('--type <types...>', 'entity types that it may have; default: those of its metadata')
    .option('--intermediate', 'the entity is an intermediate: it has members')
    .option('--policy <file>', 'metadata policy that replaces the default one')
    .option('--constraints <file>', 'constraints in addition to the default ones; required with --intermediate')
    .option(
      '--credential-types <types...>',
      'credentials that it, or an issuer below it, may issue; required for an issuer',
    )
    .option('--jwks <file>', "the entity's keys, as submitted to the operator")
    .option('--dry-run', 'check the entity and show the result, without adding it')
  const removal = ['remove https://wallet.example --reason "contract ended"']
  change('remove <entity>', 'remove an entity', removal, async (service, [entity_id = ''], flags) => {
    await requestAdministration(service, 'POST', adminPaths.removeSubordinate, { entity_id, ...withReason(flags) })
    return outcomeAnswer('removed', { entity_id }, `removed ${entity_id}`)
  })
  for (const [name, status] of [
    ['suspend', 'suspended'],
    ['resume', 'active'],
  ] as const)
    change(
      `${name} <entity>`,
      `${name} an entity`,
      [`${name} https://wallet.example --reason "ticket 7"`],
      async (service, [entity_id = ''], flags) =>
        memberAnswer(
          status === 'active' ? 'resumed' : status,
          await changeMember(service, { entity_id, status, ...withReason(flags) }),
        ),
    )
  change(
    'refresh <entity>',
    'adopt the keys that an entity currently publishes',
    ['refresh https://wallet.example'],
    async (service, [entity_id = ''], flags) =>
      memberAnswer('refreshed', await changeMember(service, { entity_id, refresh_keys: true, ...withReason(flags) })),
  )
}

function addReading({ verb }: FederationVerbs): void {
  const examples = ['list --type wallet_provider --status active', 'list --json --url https://anchor.example']
  verb<ListFlags>('list', 'list all members with their state', examples, async (service, _, filters) => {
    const all = await requestAllEntries(service, subordinates)
    requireKnownTypes(all.flatMap(typesOf), filters.type)
    return membersAnswer(all.filter((member) => passes(member, filters)))
  })
    .option('--type <types...>', 'only members of one of these types')
    .option('--intermediate', 'only intermediates')
    .addOption(new Option('--status <status>', 'only those in this state').choices(['active', 'suspended']))
  verb(
    'show <entity>',
    'show an entity and everything below it',
    ['show https://anchor.example'],
    async (service, [entity = '']) => {
      const { showTree } = await import('../federation-tree.ts')
      return showTree(service, entity)
    },
  )
  verb(
    'log [entity]',
    'show the latest 200 changes of members, trust marks and certificates: actor, time and reason',
    ['log', 'log https://wallet.example --json'],
    async (service, [entity_id]) => {
      const events = await requestAdministration(service, 'GET', withQuery(adminPaths.log, { entity_id }))
      return logAnswer(events as readonly JsonObject[], service.now)
    },
  )
}

function addPolicy({ change }: FederationVerbs): void {
  change<FederationVerbFlags & { set?: string; clear?: true; credentialTypes?: string[] }>(
    'policy <entity>',
    "show or replace a member's metadata policy, or set the credential types that it may issue",
    ['policy https://wallet.example', 'policy https://wallet.example --set policy.json --reason "ticket 7"'],
    async (service, [entity_id = ''], flags) => {
      requireCompanionOption(flags, 'reason', ['set', 'clear', 'credentialTypes'])
      const { set, clear, credentialTypes: credential_types } = flags
      if (set === undefined && !clear && credential_types === undefined)
        return documentAnswer(
          ((await requestAdministration(service, 'GET', withQuery(subordinates, { entity_id }))) as JsonObject)
            .metadata_policy ?? {},
        )
      const body = {
        entity_id,
        ...((set !== undefined || clear) && { metadata_policy: set === undefined ? null : readJson(set) }),
        ...(credential_types && { credential_types }),
        ...withReason(flags),
      }
      return memberAnswer('changed', await changeMember(service, body))
    },
  )
    .option('--set <file>', 'the new policy, as JSON')
    .addOption(new Option('--clear', 'restore the default policy').conflicts('set'))
    .option('--credential-types <types...>', 'credentials that it, or an issuer below it, may issue')
}

function addTrustMarks({ change }: FederationVerbs): void {
  change<FederationVerbFlags & { grant?: string; revoke?: string }>(
    'marks [entity]',
    'show the holders of trust marks; grant or revoke one',
    ['marks', 'marks https://wallet.example --grant https://anchor.example/marks/public'],
    async (service, [sub], { grant, revoke, ...flags }) => {
      requireCompanionOption({ grant, revoke, ...flags }, 'reason', ['grant', 'revoke'])
      const trust_mark_type = grant ?? revoke
      if (trust_mark_type === undefined) {
        const all = await requestAllEntries(service, trustMarks)
        return marksAnswer(ofEntity(all, 'sub', sub), service.now)
      }
      if (sub === undefined) throw new UserError('Name the entity.')
      const mark = { trust_mark_type, sub, ...withReason(flags) }
      if (grant !== undefined) return documentAnswer(await requestAdministration(service, 'POST', trustMarks, mark))
      await requestAdministration(service, 'POST', adminPaths.revokeTrustMark, mark)
      return outcomeAnswer('revoked', { trust_mark_type, sub }, `revoked ${trust_mark_type} of ${sub}`)
    },
  )
    .option('--grant <type>', 'grant the entity a mark of this type')
    .addOption(new Option('--revoke <type>', 'revoke the mark of this type').conflicts('grant'))
}

function addKeyRotation({ verb }: FederationVerbs): void {
  const { keys, activateKey: activation, revokeKey: revocation } = adminPaths
  const ring = { keys, activation, revocation, defaultReason: 'superseded' } as const
  const rotation = verb<FederationVerbFlags & RingFlags>(
    'rotate-keys',
    'show the federation keys and their states, or take a step of a rollover',
    ['rotate-keys', 'rotate-keys --next', 'rotate-keys --activate KID'],
    async (service, _, flags) => {
      await takeRingStep(service, ring, flags)
      return ringAnswer((await requestAdministration(service, 'GET', keys)) as readonly JsonObject[], service.now)
    },
  )
  withRingOptions(rotation, ring, 'revoke a key permanently')
}

const typesOf = (member: JsonObject): readonly string[] => member.entity_types as readonly string[]

/** Throws a UserError for a type that is neither standard nor in `memberTypes`, because no member has it. */
function requireKnownTypes(memberTypes: readonly string[], types: readonly string[] = []): void {
  const known = new Set([...entityTypes, ...memberTypes])
  const unknown = types.find((type) => !known.has(type))
  if (unknown !== undefined)
    throw new UserError(printable(`${unknown} is not a known entity type: use one of ${[...known].join(', ')}.`))
}

/**
 * Rejects with a UserError for a type that is neither standard nor a type of the new member. Gets the member's types by
 * a dry run, unless all `types` are standard.
 */
async function requireTypesOf(
  service: AddressedService,
  entry: JsonObject,
  types: readonly string[] = [],
): Promise<void> {
  if (types.every((type) => (entityTypes as readonly string[]).includes(type))) return
  const candidate = await requestAdministration(service, 'POST', subordinates, { ...entry, dry_run: true })
  requireKnownTypes(typesOf(candidate as JsonObject), types)
}

const passes = (member: JsonObject, { type, intermediate, status }: ListFlags): boolean =>
  (type === undefined || typesOf(member).some((name) => type.includes(name))) &&
  (intermediate === undefined || member.intermediate === true) &&
  (status === undefined || member.status === status)

function readJson(path: string): JsonObject {
  const parsed = parseJsonObject(readNamedFile(path), 'file')
  if (failed(parsed)) throw new UserError(`The file ${path} contains no JSON object (${parsed.code}).`)
  return parsed
}
