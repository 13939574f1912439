/**
 * One crash of a PID Provider during a credential request, and the guarantees after it: no wallet holds a PID that the
 * register lacks, and no value of single use is accepted twice.
 */
import assert from 'node:assert/strict'
import type { IssuedCredential } from '../../src/pid-provider/index.ts'
import { decodeJwt } from './forge-jwt.ts'
import {
  beginIssuance,
  bodyOf,
  credentialMessage,
  type Issuance,
  obtainPid,
  obtainTokens,
  type Tokens,
} from './pid-issuance.ts'
import type { CrashPoint, CrashSite, Sent } from './pid-provider-process.ts'

/** A wallet with an access token, before it requests its PID. */
interface Applicant {
  readonly issuance: Issuance
  readonly tokens: Tokens
  readonly message: RequestInit & { headers: Record<string, string> }
  /** Requests with values of single use, by path. */
  readonly used: ReadonlyMap<string, Sent>
}

export async function applicant(site: CrashSite): Promise<Applicant> {
  const issuance = await beginIssuance(site)
  const tokens = await obtainTokens(issuance)
  const used = new Map(site.sent)
  return { issuance, tokens, message: await credentialMessage(issuance, tokens), used }
}

/** Returns the PID if it arrived complete. */
export async function ask(
  site: CrashSite,
  { message }: Pick<Applicant, 'message'>,
  crashAt?: CrashPoint,
): Promise<string | undefined> {
  const headers = { ...message.headers, ...(crashAt && { 'x-crash-at': crashAt }) }
  try {
    const response = await site.send('/credential', { ...message, headers })
    return response.status === 200 ? String((await bodyOf(response)).credential) : undefined
  } catch {
    return undefined
  }
}

/** Returns the status list index of a PID, which is unique. */
const placeOf = (credential: string): number => {
  const { status } = decodeJwt(credential.split('~')[0] ?? '').payload
  return (status as { status_list: { idx: number } }).status_list.idx
}

const refusedAs = async (response: Response, code: string): Promise<void> => {
  const text = await response.text()
  assert.ok(response.status >= 400 && text.includes(`(${code}`), `${response.status} ${text} is not ${code}`)
}

/**
 * Checks one applicant after the provider has started again. `held` is the PID that reached the wallet before the
 * crash. Returns true if the request was carried out.
 */
export async function judge(site: CrashSite, one: Applicant, held: string | undefined): Promise<boolean> {
  const { issuance, tokens, used, message } = one
  const entries = async (): Promise<readonly IssuedCredential[]> =>
    (await site.register()).filter(({ holderThumbprint }) => holderThumbprint === issuance.wallet.holder.kid)
  const before = await entries()
  assert.ok(before.length <= 1, 'one request wrote more than one entry')
  if (held !== undefined)
    assert.deepEqual(
      before.map(({ statusIndex }) => statusIndex),
      [placeOf(held)],
    )

  const again = await ask(site, { message })
  assert.equal(again === undefined, before.length === 1, 'a repeated request is refused only if the first took effect')
  await refusedAs(await site.send('/credential', message), 'c_nonce_used')
  await refusedAs(await site.send('/credential', await credentialMessage(issuance, tokens)), 'c_nonce_used')

  const { c_nonce: fresh } = await bodyOf(await site.send('/nonce', { method: 'POST' }))
  const { credential } = await obtainPid(issuance, tokens, { cNonce: String(fresh) })
  const after = await entries()
  assert.deepEqual(
    after.filter(({ status }) => status === 'valid').map(({ statusIndex }) => statusIndex),
    [placeOf(credential)],
    'only the PID that the wallet has is valid in the register',
  )
  assert.equal(after.length, 2)

  const replay = async (path: string): Promise<Response> => {
    const sent = used.get(path)
    assert.ok(sent, path)
    return site.send(sent.path, sent.init)
  }
  await refusedAs(await replay('/as/par'), 'request_object_used')
  await refusedAs(await replay('/authorize'), 'request_uri_unknown')
  await refusedAs(await replay('/consent'), 'session_unknown')
  await refusedAs(await replay('/token'), 'code_used')
  return before.length === 1
}
