/**
 * Damages to a Wallet Attestation that is presented as an SD-JWT: in transit, by its issuer, and in the proof of the
 * attested key.
 */
import { type Bendable, issuerId } from '../relying-party-service.ts'
import type { Chance } from '../seeded-chance.ts'
import { flipSignature } from './sd-jwt.ts'
import { damageParts, damageText, flipLastLetter, flipLetter } from './tools.ts'
import { type Mutation, type Mutator, sealed, type ValidResponse } from './valid-response.ts'

const withAttestation = async (valid: ValidResponse, text: string, kept?: string): Promise<Mutation> => ({
  body: await sealed(valid, valid.members(valid.credential, text)),
  kept: text === valid.attestation ? 'the same text' : kept,
})

/** Returns a change of the content of an attestation after which it must be refused. */
function faultOf(chance: Chance, { fixture, wallet, stranger }: ValidResponse): (content: Bendable) => void {
  const now = fixture.clock.now()
  const set =
    (place: 'header' | 'plain' | 'binding', members: object) =>
    (content: Bendable): void =>
      void Object.assign(content[place], members)
  const signedBy = (signer: unknown) => (content: Bendable) => void Object.assign(content, { signer })
  return chance.pick([
    ...[stranger, wallet.attested, fixture.credentialSigner].map(signedBy),
    ...[{ kid: 'x' }, { kid: stranger.kid }, { typ: 'JWT' }].map((one) => set('header', one)),
    set('plain', { iss: issuerId }),
    ...['urn:x', 7, undefined].map((vct) => set('plain', { vct })),
    ...[now - 100, 'x', null].map((exp) => set('plain', { exp })),
    set('plain', { nbf: now + 3600 }),
    ...[stranger.publicJwk, 'x', {}].map((jwk) => set('plain', { cnf: { jwk } })),
    set('plain', { cnf: undefined }),
    ...['https://rp.example/', issuerId, ''].map((aud) => set('binding', { aud })),
    set('binding', { nonce: '1'.repeat(48) }),
    ...[now + 3600, now - 3600].map((time) => set('binding', { now: time })),
    ...[stranger, wallet.holder].map((signer) => set('binding', { signer })),
  ])
}

export const sdJwtAttestation: readonly Mutator[] = [
  async (chance, valid) => {
    const damage = chance.pick([flipLetter, damageText, flipLastLetter])
    return withAttestation(valid, damage(chance, valid.attestation))
  },
  async (chance, valid) => withAttestation(valid, damageParts(chance, valid.attestation.split('~')).join('~')),
  async (chance, valid) => withAttestation(valid, await valid.attestedAgain(faultOf(chance, valid))),
  async (chance, valid) => withAttestation(valid, await valid.attestedAgain(faultOf(chance, valid))),
  async (_, valid) =>
    withAttestation(valid, flipSignature(valid.attestation), '(r, s) and (r, n − s) sign the same data'),
  async (chance, valid) => {
    const [issued = '', binding = ''] = valid.attestation.split('~')
    const others = [valid.credential, '', 'x', issued, `${issued}~`, binding, `${flipSignature(issued)}~${binding}`]
    return withAttestation(valid, chance.pick(others))
  },
]
