/** A PID Provider with its register after issuance, and its administrator. */
import assert from 'node:assert/strict'
import { type StatusReference, statusOf } from './issued-status.ts'
import { beginIssuance, obtainPid, obtainTokens } from './pid-issuance.ts'
import { adminToken, pidProviderFixture } from './pid-provider-fixture.ts'

export interface Issued {
  readonly id: string
  readonly reference: StatusReference
  readonly holder: string
}

export async function credentialRegister() {
  const fixture = await pidProviderFixture()
  const authorization = `Bearer ${adminToken}`
  const admin = (path: string, init: RequestInit = {}, headers: Record<string, string> = {}): Promise<Response> =>
    fixture.send(`/admin/credentials${path}`, { ...init, headers: { authorization, ...headers } })
  const post = (path: string, body: unknown, headers: Record<string, string>): Promise<Response> =>
    admin(
      path,
      { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) },
      { 'content-type': 'application/json', ...headers },
    )
  return {
    fixture,
    admin,
    change: (id: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
      post(`/${id}/status`, body, headers),
    search: (body: unknown, headers: Record<string, string> = {}): Promise<Response> => post('/search', body, headers),
    issued: async (): Promise<Issued> => {
      const issuance = await beginIssuance(fixture)
      const { credential } = await obtainPid(issuance, await obtainTokens(issuance))
      const reference = statusOf(credential)
      const holder = issuance.wallet.holder.kid
      const [entry] = await fixture.stores.issuedCredentials.search({ holderThumbprint: holder })
      assert.ok(entry)
      return { id: entry.id, reference, holder }
    },
  }
}
