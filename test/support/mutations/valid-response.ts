/** A valid Authorization Response in parts, the functions that assemble it, and its meaning. */

import { failed } from '../../../src/base/index.ts'
import { encryptJwe, type Signer, signJwt } from '../../../src/jose/index.ts'
import { canonicalFormat } from '../../../src/oid4vp/index.ts'
import { formTexts } from '../form-texts.ts'
import type { MdocBend } from '../mdoc-presentation.ts'
import { type Bendable, type RelyingPartyFixture, type RequestObject, rpId } from '../relying-party-service.ts'
import type { TestWallet } from '../relying-party-wallet.ts'
import type { Chance } from '../seeded-chance.ts'

/** The parts of a valid answer to a request that is still open. */
export interface ValidResponse {
  readonly fixture: RelyingPartyFixture
  readonly wallet: TestWallet
  readonly request: RequestObject
  readonly stranger: Signer
  /** SD-JWT with Key Binding JWT, or a DeviceResponse. */
  readonly credential: string
  /** Another credential of the same person, shown for the same request. */
  readonly otherCredential: string
  /** All disclosures of the credential. */
  readonly allDisclosures: readonly string[]
  readonly attestation: string
  /** Returns a changed DeviceResponse; for mdocs only. */
  readonly remade: (bend: MdocBend) => Promise<string>
  /** Returns the SD-JWT, issued again with these certificates in its header; not for mdocs. */
  readonly certified: (x5c: readonly string[] | undefined) => Promise<string>
  /** Returns a changed attestation as an SD-JWT. */
  readonly attestedAgain: (change: (content: Bendable) => void) => Promise<string>
  readonly plain: boolean
  readonly signed: boolean
  members(credential: string, attestation: string): Bendable
}

export interface Mutation {
  readonly body: string
  /** The reason why the meaning stays the same. Absent if the response must be refused. */
  readonly kept?: string | undefined
}

export type Mutator = (chance: Chance, valid: ValidResponse) => Promise<Mutation>

export const base = (valid: ValidResponse): Bendable => valid.members(valid.credential, valid.attestation)
export const encode = (fields: Record<string, string>): string => new URLSearchParams(fields).toString()
export async function sealText(valid: ValidResponse, plaintext: string, change: object = {}): Promise<string> {
  const { fixture, signed, request } = valid
  const recipient = request.payload.client_metadata?.jwks.keys[0] ?? fixture.decrypter.publicJwk
  const header = signed ? { header: { cty: 'JWT' } } : {}
  const to = { alg: 'ECDH-ES', enc: 'A256GCM', recipient, ...header, ...change } as const
  const sealed = await encryptJwe(fixture, to, plaintext)
  if (failed(sealed)) throw new Error(sealed.code)
  return sealed
}

export function signResponse({ fixture, wallet }: ValidResponse, members: Bendable): Promise<string> {
  const now = fixture.clock.now()
  const claims = { iss: wallet.attested.kid, aud: rpId, iat: now, exp: now + 60, ...members }
  return signJwt(wallet.attested, { typ: 'oauth-authz-resp+jwt', kid: wallet.attested.kid }, claims)
}

/** Returns the body of a post with these members, protected as the request demands. */
export async function sealed(valid: ValidResponse, members: Bendable, outerState = false): Promise<string> {
  if (valid.plain) return encode(formTexts(members))
  const response = await sealText(valid, valid.signed ? await signResponse(valid, members) : JSON.stringify(members))
  return encode({ response, ...(outerState ? { state: valid.request.payload.state } : {}) })
}

const place = (path: unknown, count: number): number => {
  const match = /^\$(?:\.vp_token)?(?:\[(\d{1,3})\])?$/.exec(String(path))
  if (match === null) return -1
  return match[1] === undefined ? (count === 1 ? 0 : -1) : Number(match[1])
}

/**
 * Returns the meaning of a response, independent of its spelling: the state, and the presentation for each query.
 * Unknown members (GEN-21), the submission's own id, unreferenced presentations and the two names of a format (RP-57)
 * have no meaning.
 */
export function meaningOf(members: Bendable): string {
  const { state, error, vp_token: token, presentation_submission: submission } = members ?? {}
  const list = (value: unknown) => (Array.isArray(value) ? value : [value])
  const map = submission?.descriptor_map
  const answers = Array.isArray(map)
    ? map.map((one: Bendable) => [
        one?.id,
        canonicalFormat(String(one?.format)),
        list(token)[place(one?.path, list(token).length)] ?? null,
      ])
    : Object.entries(token ?? {}).map(([id, value]) => [id, list(value)])
  return JSON.stringify([state ?? null, error ?? null, submission?.definition_id ?? null, answers.toSorted()])
}
