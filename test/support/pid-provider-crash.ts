/**
 * A crash of a PID Provider during a credential request, and what must be true afterwards: no wallet has a PID that the
 * register lacks, and no value of single use is accepted twice.
 */
import assert from 'node:assert/strict'
import type { IssuedCredential } from '../../src/pid-provider/index.ts'
import { statusOf } from './issued-status.ts'
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

/** Creates a wallet and obtains its access token. */
export async function createApplicant(site: CrashSite): Promise<Applicant> {
  const issuance = await beginIssuance(site)
  const tokens = await obtainTokens(issuance)
  const used = new Map(site.sent)
  return { issuance, tokens, message: await credentialMessage(issuance, tokens), used }
}

/** Requests the PID. Returns it, or `undefined` if no complete PID arrived. */
export async function requestPid(
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

/** Asserts that the provider refuses the request with this code. */
const assertRefusedAs = async (response: Response, code: string): Promise<void> => {
  const text = await response.text()
  assert.ok(response.status >= 400 && text.includes(`(${code}`), `${response.status} ${text} is not ${code}`)
}

/**
 * Checks the register and the values of single use after the provider has started again. `held` is the PID that reached
 * the wallet before the crash. Returns true if the provider had registered a PID before the crash.
 */
export async function checkAfterCrash(
  site: CrashSite,
  applicant: Applicant,
  held: string | undefined,
): Promise<boolean> {
  const { issuance, tokens, used, message } = applicant
  const entries = async (): Promise<readonly IssuedCredential[]> =>
    (await site.register()).filter(({ holderThumbprint }) => holderThumbprint === issuance.wallet.holder.kid)
  const before = await entries()
  assert.ok(before.length <= 1, 'one request wrote more than one entry')
  if (held !== undefined)
    assert.deepEqual(
      before.map(({ statusIndex }) => statusIndex),
      [statusOf(held).idx],
    )

  const again = await requestPid(site, { message })
  assert.equal(again === undefined, before.length === 1, 'a repeated request is refused only if the first took effect')
  await assertRefusedAs(await site.send('/credential', message), 'c_nonce_used')
  await assertRefusedAs(await site.send('/credential', await credentialMessage(issuance, tokens)), 'c_nonce_used')

  const { c_nonce: fresh } = await bodyOf(await site.send('/nonce', { method: 'POST' }))
  const { credential } = await obtainPid(issuance, tokens, { cNonce: String(fresh) })
  const after = await entries()
  assert.deepEqual(
    after.filter(({ status }) => status === 'valid').map(({ statusIndex }) => statusIndex),
    [statusOf(credential).idx],
    'only the PID that the wallet has is valid in the register',
  )
  assert.equal(after.length, 2)

  const replay = async (path: string): Promise<Response> => {
    const sent = used.get(path)
    assert.ok(sent, path)
    return site.send(sent.path, sent.init)
  }
  await assertRefusedAs(await replay('/as/par'), 'request_object_used')
  await assertRefusedAs(await replay('/authorize'), 'request_uri_unknown')
  await assertRefusedAs(await replay('/consent'), 'session_unknown')
  await assertRefusedAs(await replay('/token'), 'code_used')
  return before.length === 1
}
