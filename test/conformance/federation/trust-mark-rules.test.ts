/** Trust marks and their delegations with one fault at a time: each test asserts the rule of the refusal. */
import assert from 'node:assert/strict'
import { before, beforeEach, describe, test } from 'node:test'
import { type Answer, createDecide, type Failure, fail, type PublicJwk, type Rules } from '../../../src/base/index.ts'
import {
  readTrustMarkPermissions,
  type TrustMarkCode,
  type TrustMarkIssuerCode,
  verifyTrustMark,
} from '../../../src/federation/index.ts'
import { defaultAlgorithms, generateSigner, type Signer, signJwt } from '../../../src/jose/index.ts'
import { ruleCasesOf } from '../../support/cases.ts'
import { recordingSink } from '../../support/decisions.ts'
import { crypto } from '../../support/federation.ts'
import { fixedClock } from '../../support/fixed-clock.ts'
import { anchorId, markType, ownedType } from '../../support/marked-federation.ts'
import { ruleOf } from '../../support/refused-by.ts'
import { seededRandom } from '../../support/seeded-random.ts'

const ownerId = 'https://owner.example'
const answer = { status: 401, error: 'invalid_client', text: 'Not trusted.' }

let clock = fixedClock()
let issuer: Signer
let owner: Signer
let stranger: Signer
describe('trust mark rules', () => {
  before(async () => {
    issuer = await generateSigner({ crypto })
    owner = await generateSigner({ crypto })
    stranger = await generateSigner({ crypto })
  })
  beforeEach(() => {
    clock = fixedClock()
  })

  const decide = createDecide({
    clock: { now: () => clock.now() },
    random: seededRandom('marks'),
    decisions: recordingSink(),
  })

  // biome-ignore lint/suspicious/noExplicitAny: a mark to be bent in any way
  type Bendable = any
  interface Draft {
    signer: Signer
    header: Bendable
    payload: Bendable
    outer: string
    delegation: { signer: Signer; header: Bendable; payload: Bendable } | undefined
    authority: Bendable
    issuerKeys?: readonly PublicJwk[] | Failure<TrustMarkIssuerCode>
  }

  const draft = (type: string): Draft => ({
    signer: issuer,
    header: { typ: 'trust-mark+jwt', kid: issuer.kid },
    payload: {
      iss: anchorId,
      sub: 'https://leaf.example',
      trust_mark_type: type,
      iat: clock.now(),
      exp: clock.now() + 600,
    },
    outer: type,
    delegation:
      type === ownedType
        ? {
            signer: owner,
            header: { typ: 'trust-mark-delegation+jwt', kid: owner.kid },
            payload: { iss: ownerId, sub: anchorId, trust_mark_type: type, iat: clock.now(), exp: clock.now() + 600 },
          }
        : undefined,
    authority: {
      trust_mark_issuers: { [markType]: [anchorId], [ownedType]: [anchorId], 'https://any.example/m': [] },
      trust_mark_owners: { [ownedType]: { sub: ownerId, jwks: { keys: [owner.publicJwk] } } },
    },
  })

  async function judge(bend: (draft: Draft) => unknown, type = markType): Promise<string> {
    const bent = draft(type)
    bend(bent)
    const { delegation, payload } = bent
    if (delegation) payload.delegation = await signJwt(delegation.signer, delegation.header, delegation.payload)
    const entry = { trust_mark_type: bent.outer, trust_mark: await signJwt(bent.signer, bent.header, payload) }
    const policy = {
      holder: 'https://leaf.example',
      trustMarkPermissions: readTrustMarkPermissions(bent.authority),
      algorithms: defaultAlgorithms,
      now: clock.now(),
      skew: 0,
      issuerKeys: () => bent.issuerKeys ?? [issuer.publicJwk],
    }
    return ruleOf(() =>
      decide('federation/trust-mark', (decision) =>
        decision.check(ruleTable(), () => verifyTrustMark({ crypto }, entry, policy)),
      ),
    )
  }

  /** Returns the rules of all refused cases. No surface refuses a mark by its own code (FED-07, `trust_mark_missing`). */
  const ruleTable = () =>
    Object.fromEntries(
      [...marks, ...delegations].flatMap(([[requirement, code = '']]) => [[code, [requirement, answer] as const]]),
    ) as Rules<TrustMarkCode, Answer>

  const claims = (members: object) => (d: Draft) => Object.assign(d.payload, members)
  const delegated = (members: object) => (d: Draft) => Object.assign(d.delegation?.payload, members)
  const issuers = (members: object) => (d: Draft) => Object.assign(d.authority.trust_mark_issuers, members)

  const marks = ruleCasesOf<[bend: (draft: Draft) => unknown]>({
    accepted: [
      ['a valid mark', () => undefined],
      [
        'an anchor that lists its issuers in trust_marks_issuers, as SPID does',
        (d) => {
          d.authority = { trust_marks_issuers: d.authority.trust_mark_issuers }
        },
      ],
      ['a mark without exp', (d) => delete d.payload.exp],
      ['any issuer if the list is empty', issuers({ [markType]: [] })],
      ['the type in id (draft 36)', (d) => rename(d, 'id')],
      ['the type in trust_mark_id (draft 42)', (d) => rename(d, 'trust_mark_id')],
    ],
    'FED-07 mark_issuer_not_allowed': [
      [
        'an issuer that only trust_marks_issuers lists, if both lists are present',
        (d) => {
          const { trust_mark_issuers } = d.authority
          d.authority = {
            trust_mark_issuers: { [markType]: ['https://x.example'] },
            trust_marks_issuers: trust_mark_issuers,
          }
        },
      ],
      ['an issuer that is not listed', issuers({ [markType]: ['https://other.example'] })],
    ],
    'FED-07 typ_mismatch': [
      ['a mark with another typ', (d) => Object.assign(d.header, { typ: 'JWT' })],
      ['a mark without typ', (d) => delete d.header.typ],
    ],
    'FED-07 mark_claim_missing': [
      ['a mark without issuer', (d) => delete d.payload.iss],
      ['a mark without holder', (d) => delete d.payload.sub],
      ['a mark without type', (d) => delete d.payload.trust_mark_type],
      ['a mark without iat', (d) => delete d.payload.iat],
    ],
    'GEN-10 time_invalid': [['an exp that is a string', claims({ exp: '1' })]],
    'FED-07 expired': [['an expired mark', (d) => Object.assign(d.payload, { exp: clock.now() })]],
    'FED-07 not_yet_valid': [['a mark from the future', (d) => Object.assign(d.payload, { iat: clock.now() + 1 })]],
    'FED-07 mark_sub_mismatch': [['a mark of another holder', claims({ sub: 'https://other.example' })]],
    'FED-07 mark_type_mismatch': [
      ['a mark whose inner type differs', claims({ trust_mark_type: ownedType })],
      ['a mark whose outer type differs', (d) => Object.assign(d, { outer: ownedType })],
    ],
    'FED-07 mark_type_unrecognised': [
      ['a type without issuers', (d) => delete d.authority.trust_mark_issuers[markType]],
      ['issuers that are not a list', issuers({ [markType]: anchorId })],
      ['an issuer that is not a string', issuers({ [markType]: [anchorId, 5] })],
      ['an anchor without lists', (d) => Object.assign(d, { authority: {} })],
    ],
    'FED-07 mark_issuer_untrusted': [
      [
        'an issuer that is not trusted',
        (d) => Object.assign(d, { issuerKeys: fail('mark_issuer_untrusted', 'issuer') }),
      ],
    ],
    'FED-07 kid_unknown': [['a key that the issuer does not have', (d) => Object.assign(d.header, { kid: 'other' })]],
    'FED-07 signature_invalid': [
      ["a stranger's signature", (d) => Object.assign(d, { signer: { ...stranger, kid: issuer.kid } })],
    ],
  })
  for (const [rule, title, bend] of marks)
    test(`FED-07 ${rule[0] === 'accepted' ? 'accepts' : 'refuses'} ${title}`, async () =>
      assert.equal(await judge(bend), rule.join(' ')))

  function rename({ payload }: Pick<Draft, 'payload'>, name: string): void {
    payload[name] = payload.trust_mark_type
    delete payload.trust_mark_type
  }

  const ownedWith = (jwks: unknown) => (d: Draft) => Object.assign(d.authority.trust_mark_owners[ownedType], { jwks })
  const delegations = ruleCasesOf<[bend: (draft: Draft) => unknown]>({
    accepted: [
      ['a delegated mark', () => undefined],
      ['a delegation of draft 36, id', (d) => d.delegation && rename(d.delegation, 'id')],
      ['a delegation of draft 42, trust_mark_id', (d) => d.delegation && rename(d.delegation, 'trust_mark_id')],
    ],
    'FED-35 delegation_missing': [['a mark without delegation', (d) => Object.assign(d, { delegation: undefined })]],
    'FED-35 mark_claim_malformed': [
      [
        'a delegation that is not a string',
        (d) => Object.assign(d, { delegation: undefined, payload: { ...d.payload, delegation: 1 } }),
      ],
    ],
    'FED-35 delegation_typ_mismatch': [
      ['a delegation with another typ', (d) => Object.assign(d.delegation?.header, { typ: 'JWT' })],
    ],
    'FED-35 delegation_iss_mismatch': [['a delegation by another owner', delegated({ iss: 'https://x.example' })]],
    'FED-35 delegation_sub_mismatch': [['a delegation to another issuer', delegated({ sub: 'https://x.example' })]],
    'FED-35 delegation_type_mismatch': [['a delegation of another type', delegated({ trust_mark_type: markType })]],
    'FED-35 delegation_iat_missing': [['a delegation without iat', (d) => delete d.delegation?.payload.iat]],
    'FED-35 delegation_expired': [
      ['an expired delegation', (d) => Object.assign(d.delegation?.payload, { exp: clock.now() })],
    ],
    'FED-35 delegation_kid_unknown': [
      ["a key that is not the owner's", (d) => Object.assign(d.delegation?.header, { kid: 'x' })],
      ['an owner without a key that can be read', ownedWith({ keys: [{ kty: 'oct', k: 'AA' }] })],
      ['an owner with the keys undefined', ownedWith(undefined)],
      ['an owner with the keys {}', ownedWith({})],
      ['an owner with the keys {"keys":{}}', ownedWith({ keys: {} })],
    ],
    'FED-35 delegation_signature_invalid': [
      [
        "a stranger's signature",
        (d) => Object.assign(d.delegation as object, { signer: { ...stranger, kid: owner.kid } }),
      ],
    ],
    'FED-35 delegation_owner_unknown': [
      ['a type without an owner', (d) => delete d.authority.trust_mark_owners[ownedType]],
      [
        'an anchor without owners and a malformed delegation',
        (d) => {
          delete d.authority.trust_mark_owners
          Object.assign(d, { delegation: undefined, payload: { ...d.payload, delegation: 'junk' } })
        },
      ],
    ],
  })
  for (const [rule, title, bend] of delegations)
    test(`FED-35 ${rule[0] === 'accepted' ? 'accepts' : 'refuses'} ${title}`, async () =>
      assert.equal(await judge(bend, ownedType), rule.join(' ')))
})
