/**
 * Damages to an SD-JWT presentation, its disclosures and Key Binding JWT, and to the Wallet Attestation: by an attacker
 * in transit, and by a holder who signs the damaged content.
 */
import { encodeBase64url, failed, type Json } from '../../../src/base/index.ts'
import { signJwt } from '../../../src/jose/index.ts'
import { createKeyBindingJwt } from '../../../src/sd-jwt/index.ts'
import { decodeJwt } from '../forge-jwt.ts'
import { rpId } from '../relying-party-service.ts'
import type { Chance } from '../seeded-chance.ts'
import { damageJson, damageParts, damageText, flipLastLetter, flipLetter } from './tools.ts'
import { type Mutation, type Mutator, sealed, type ValidResponse } from './valid-response.ts'

export const withCredential = async (valid: ValidResponse, credential: string, kept?: string): Promise<Mutation> => ({
  body: await sealed(valid, valid.members(credential, valid.attestation)),
  kept: credential === valid.credential ? 'the same text' : kept,
})

const split = (text: string): readonly [presented: readonly string[], binding: string] => {
  const parts = text.split('~')
  return [parts.slice(0, -1), parts.at(-1) ?? '']
}

async function bound(valid: ValidResponse, parts: readonly string[]): Promise<string> {
  const presented = `${parts.join('~')}~`
  const { fixture, wallet, request } = valid
  const binding = { aud: rpId, nonce: request.payload.nonce, now: fixture.clock.now() }
  const jwt = await createKeyBindingJwt(fixture, wallet.holder, presented, binding)
  return failed(jwt) ? presented + split(valid.credential)[1] : presented + jwt
}

const sameSet = (one: readonly string[], other: readonly string[]): boolean =>
  JSON.stringify(one.toSorted()) === JSON.stringify(other.toSorted())

export const sdJwt: readonly Mutator[] = [
  async (chance, valid) => withCredential(valid, chance.pick([damageText, flipLetter])(chance, valid.credential)),
  async (chance, valid) => withCredential(valid, damageParts(chance, valid.credential.split('~')).join('~')),
  async (chance, valid) => {
    const [parts] = split(valid.credential)
    const changed = damageParts(chance, parts)
    const same = changed[0] === parts[0] && sameSet(changed, parts)
    return withCredential(
      valid,
      await bound(valid, changed),
      same ? 'the order of disclosures has no meaning' : undefined,
    )
  },
  async (chance, valid) => {
    const [parts] = split(valid.credential)
    const at = 1 + chance.below(parts.length - 1)
    const changed = [...parts]
    const disclosure = JSON.parse(Buffer.from(parts[at] ?? '', 'base64url').toString()) as Json[]
    const write = (value: Json, space = 0): string => encodeBase64url(JSON.stringify(value, null, space))
    changed[at] = chance.pick([
      () => write(damageJson(chance, disclosure)),
      () =>
        write([disclosure[0] as Json, disclosure[1] as Json, chance.pick<Json>(['Eva', 1, true, null, {}, ['Ada']])]),
      () => write([disclosure[0] as Json, disclosure[2] as Json]),
      () => write([disclosure[0] as Json, chance.pick(['given_name', 'iss', '_sd', '...', '__proto__', 'exp']), 'x']),
      () => write(disclosure, 1),
    ])()
    return withCredential(valid, await bound(valid, changed), changed[at] === parts[at] ? 'the same text' : undefined)
  },
  async (chance, valid) => {
    const [parts] = split(valid.credential)
    const [foreign] = split(valid.otherCredential)
    const changed = [...parts]
    const borrowed = chance.pick(foreign.slice(1))
    if (chance.below(2) === 0) changed.splice(1 + chance.below(parts.length), 0, borrowed)
    else changed[1 + chance.below(parts.length - 1)] = borrowed
    return withCredential(valid, await bound(valid, changed))
  },
  async (chance, valid) => {
    const [parts] = split(valid.credential)
    const further = chance.pick(valid.allDisclosures)
    if (parts.includes(further)) return withCredential(valid, await bound(valid, [...parts, further]))
    return withCredential(valid, await bound(valid, [...parts, further]), 'an additional claim is dropped (RP-55)')
  },
  async (chance, valid) => {
    const [[jwt = '', ...disclosures]] = split(valid.credential)
    const { payload, header } = decodeJwt(jwt)
    const forged = chance.pick<() => Promise<string> | string>([
      () => signJwt(valid.wallet.holder, header as never, payload as never),
      () => signJwt(valid.stranger, { ...header, kid: valid.stranger.kid } as never, payload as never),
      () => flipLetter(chance, jwt),
      () => damageParts(chance, jwt.split('.')).join('.'),
      () => split(valid.otherCredential)[0][0] ?? '',
    ])
    const changed = await forged()
    return withCredential(
      valid,
      await bound(valid, [changed, ...disclosures]),
      changed === jwt ? 'the same text' : undefined,
    )
  },
]

export const keyBinding: readonly Mutator[] = [
  async (chance, valid) => {
    const [parts, jwt] = split(valid.credential)
    const changed = chance.pick([
      flipLetter,
      damageText,
      flipLastLetter,
      (_: Chance, text: string) => damageParts(chance, text.split('.')).join('.'),
    ])(chance, jwt)
    return withCredential(valid, `${parts.join('~')}~${changed}`)
  },
  async (chance, valid) => {
    const [parts, jwt] = split(valid.credential)
    const { header, payload } = decodeJwt(jwt)
    const now = valid.fixture.clock.now()
    const wrong: Record<string, readonly unknown[]> = {
      aud: ['https://rp.example/', 'x', [rpId], undefined, 7],
      nonce: ['x', undefined, 7, `${payload.nonce} `],
      sd_hash: ['x', undefined, '', 7],
      iat: [now + 3600, now - 3600, undefined, String(now), null],
      exp: [now - 3600, 'x'],
      nbf: [now + 3600],
    }
    const name = chance.pick(Object.keys(wrong))
    const claims = { ...payload, [name]: chance.pick(wrong[name] ?? []) }
    const heads = chance.below(4) === 0 ? { ...header, typ: chance.pick(['JWT', 'dpop+jwt', undefined, 7]) } : header
    return withCredential(
      valid,
      `${parts.join('~')}~${await signJwt(valid.wallet.holder, heads as never, claims as never)}`,
    )
  },
  async (chance, valid) => {
    const [parts, jwt] = split(valid.credential)
    const { header, payload } = decodeJwt(jwt)
    const others = [valid.stranger, valid.wallet.attested]
    const other = chance.pick([
      () => signJwt(chance.pick(others), header as never, payload as never),
      async () => split(valid.otherCredential)[1],
      async () => '',
      async () => flipSignature(jwt),
    ])
    const changed = await other()
    const kept = changed === flipSignature(jwt) ? '(r, s) and (r, n − s) sign the same data' : undefined
    return withCredential(valid, `${parts.join('~')}~${changed}`, kept)
  },
]

const order = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551')

/** (r, n − s): verifies if and only if (r, s) does. */
export function flipSignature(jwt: string): string {
  const at = jwt.lastIndexOf('.') + 1
  const bytes = Buffer.from(jwt.slice(at), 'base64url')
  const s = order - BigInt(`0x${bytes.subarray(32).toString('hex')}`)
  bytes.write(s.toString(16).padStart(64, '0'), 32, 'hex')
  return jwt.slice(0, at) + bytes.toString('base64url')
}

const withAttestation = async (valid: ValidResponse, attestation: string, kept?: string): Promise<Mutation> => ({
  body: await sealed(valid, valid.members(valid.credential, attestation)),
  kept: attestation === valid.attestation ? 'the same text' : kept,
})

export const attestation: readonly Mutator[] = [
  async (chance, valid) => withAttestation(valid, chance.pick([flipLetter, damageText])(chance, valid.attestation)),
  async (chance, valid) => withAttestation(valid, damageParts(chance, valid.attestation.split('.')).join('.')),
  async (chance, valid) => {
    const { header, payload } = decodeJwt(valid.attestation)
    const signer = chance.pick([valid.stranger, valid.wallet.attested, valid.wallet.holder])
    return withAttestation(valid, await signJwt(signer, header as never, payload as never))
  },
  async (_, valid) =>
    withAttestation(valid, flipSignature(valid.attestation), '(r, s) and (r, n − s) sign the same data'),
  async (chance, valid) =>
    withAttestation(valid, chance.pick([valid.credential, '', 'x', split(valid.credential)[0][0] ?? ''])),
]
