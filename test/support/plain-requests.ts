import assert from 'node:assert/strict'
import type { Asked } from './third-party/server.ts'
import { elsewhere } from './third-party/transports.ts'

/** Asserts that a wallet followed no redirect of a hostile party and sent it no cookie. */
export function assertPlainRequests(asked: readonly Asked[]): void {
  for (const { url, headers } of asked) {
    assert.ok(![elsewhere, '/admin'].includes(url.pathname), `the wallet followed a redirect to ${url}`)
    assert.equal(headers.cookie, undefined, 'the wallet sent a cookie')
  }
}
