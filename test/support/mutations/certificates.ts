/**
 * Damages to the certificates of a credential's issuer: in the header of the credential, and by an issuer that signs
 * another header.
 */
import { encodeBase64url } from '../../../src/base/index.ts'
import type { Chance } from '../seeded-chance.ts'
import { withCredential } from './sd-jwt.ts'
import { damageBytes, damageJson, damageParts } from './tools.ts'
import type { Mutation, Mutator, ValidResponse } from './valid-response.ts'

const der = (text: string): Buffer => Buffer.from(text, 'base64')
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
const sameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((text, index) => der(text).equals(der(other[index] ?? '')))

/** Presents the credential with these certificates, as its issuer would issue it. */
async function issuedWith(valid: ValidResponse, x5c: readonly string[] | undefined): Promise<Mutation> {
  const same = x5c !== undefined && sameList(x5c, valid.fixture.issuerX5c)
  return withCredential(valid, await valid.certified(x5c), same ? 'the same certificates' : undefined)
}

/** Returns a chain that does not certify the issuer's key, or not up to the root. */
async function otherChain(
  chance: Chance,
  { fixture, stranger }: ValidResponse,
): Promise<readonly string[] | undefined> {
  const [leaf = '', member = ''] = fixture.issuerX5c
  const root = base64(fixture.root.der)
  const own = await fixture.certificates.certifyMember(fixture.own)
  return chance.pick<() => Promise<readonly string[]> | readonly string[] | undefined>([
    () => undefined,
    () => [],
    () => [leaf],
    () => [member],
    () => [member, leaf],
    () => [root],
    () => [leaf, member, root],
    () => fixture.certificates.chainOf(fixture.issuerCertificate, stranger),
    () => fixture.certificates.chainOf(own, fixture.credentialSigner),
  ])()
}

export const certificates: readonly Mutator[] = [
  async (chance, valid) => issuedWith(valid, damageParts(chance, [...valid.fixture.issuerX5c])),
  async (chance, valid) => issuedWith(valid, await otherChain(chance, valid)),
  async (chance, valid) => {
    const chain = [...valid.fixture.issuerX5c]
    const at = chance.below(chain.length)
    chain[at] = base64(damageBytes(chance, der(chain[at] ?? '')))
    return issuedWith(valid, chain)
  },
  async (chance, valid) => {
    const [header = '', ...rest] = valid.credential.split('.')
    const { x5c, ...others } = JSON.parse(Buffer.from(header, 'base64url').toString())
    const changed = { ...others, x5c: damageJson(chance, x5c) }
    return withCredential(valid, [encodeBase64url(JSON.stringify(changed)), ...rest].join('.'))
  },
]
