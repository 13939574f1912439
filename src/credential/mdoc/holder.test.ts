import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mdocContext as ctx, device, docType, issue, mdocNow as now } from '../../../test/support/mdoc.ts'
import { mdocHolderFacet } from './holder.ts'

test('a selected path that is no element of the mdoc throws, and is not left out', async () => {
  const held = { credential: await issue(), alg: 'ES256', type: docType }
  const session = { clientId: 'https://rp.example', nonce: 'n', responseUri: 'https://rp.example/response', now }
  const present = (path: readonly string[]): Promise<string> =>
    mdocHolderFacet.present(ctx, held, [path], device, { ...session, encryptionThumbprint: undefined })
  assert.ok(await present([docType, 'given_name']))
  for (const path of [[docType, 'height'], [docType], [docType, 'given_name', 'x']])
    await assert.rejects(present(path), /does not have a selected element/)
})
