/** The administration of a Wallet Provider: its administrators, their requests, and its refusals. */
import { test } from 'node:test'
import type { Administrator } from '../../src/member/index.ts'
import type { RecordingSink } from './decisions.ts'
import { jsonType, type WalletProviderBench } from './wallet-provider-bench.ts'
import { assertRefusal } from './wire-refusal.ts'

type Headers = Readonly<Record<string, string>>

export const tokenOf = (name: string): string => `token-of-${name}-0123456789abcdef0123`

/** Returns an administrator, who has every right by default. */
export const administrator = (name: string, may?: Administrator['may']): Administrator => ({
  name,
  token: tokenOf(name),
  ...(may && { may }),
})

/** Returns the headers of an administrator's request. */
export const as = (name: string) => ({ authorization: `Bearer ${tokenOf(name)}` })

/** Returns a function that posts JSON below `base`, as `owner` by default. */
export const postsTo =
  ({ send }: Pick<WalletProviderBench, 'send'>, base: string) =>
  (path: string, body: unknown, headers: Headers = as('owner')) =>
    send(`${base}${path}`, {
      method: 'POST',
      headers: { 'content-type': jsonType, ...headers },
      body: JSON.stringify(body),
    })

/** Returns the answer of an endpoint of the administration to a request that cannot be read. */
export function administrationAnswer(code: string): { readonly status: number; readonly error: string } {
  if (code === 'media_type_unsupported' || code === 'coding_unsupported')
    return { status: 415, error: 'invalid_request' }
  if (code === 'body_too_large') return { status: 413, error: 'invalid_request' }
  return { status: 400, error: 'bad_request' }
}

/** Defines tests of refused requests without a valid token. */
export function refusesStrangers(
  sink: RecordingSink,
  what: string,
  send: (headers: Headers) => Promise<Response>,
): void {
  for (const [headers, code] of [
    [{}, 'authorization_missing'],
    [{ authorization: 'Basic eA==' }, 'authorization_malformed'],
    [as('stranger'), 'token_unknown'],
  ] as const)
    test(`WP-76 ${what} refuses ${code}: 401`, async () => {
      await assertRefusal(await send(headers), sink, { id: 'WP-76', code, status: 401, error: 'unauthorized' })
    })
}
