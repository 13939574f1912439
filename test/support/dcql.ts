/** Credentials of a wallet, and a query for its PID, in which a test may change one thing. */
import assert from 'node:assert/strict'
import { failed, type JsonObject } from '../../src/base/index.ts'
import { type DcqlQuery, parseDcqlQuery, type StoredCredential } from '../../src/oid4vp/index.ts'

export const pidType = 'eu.eudiw.pid.it'
export const claims: JsonObject = {
  iss: 'https://pid.example',
  vct: pidType,
  type: pidType,
  given_name: 'Ada',
  family_name: 'Rossi',
  tax_id_number: 'TINIT-X',
  age: 36,
  address: { locality: 'Roma', region: 'Lazio' },
  nationalities: ['IT', 'FR'],
  degrees: [{ type: 'BSc' }, { type: 'MSc' }, { name: 'x' }],
  mixed: [{ x: 1 }, 'x'],
}
export const pid: StoredCredential = { id: 'pid-1', format: 'vc+sd-jwt', alg: 'ES256', claims }
const attestation: StoredCredential = {
  id: 'wa-1',
  format: 'jwt',
  claims: { iss: 'https://wp.example', iat: 1 },
}
export const license: StoredCredential = {
  id: 'mdl-1',
  format: 'mso_mdoc',
  doctype: 'org.iso.18013.5.1.mDL',
  claims: { 'org.iso.18013.5.1': { family_name: 'Rossi' } },
}
export const wallet = [pid, attestation, license]

export const parse = (query: object): DcqlQuery => {
  const parsed = parseDcqlQuery(query as JsonObject, { strict: true }, 'dcql_query')
  assert.ok(!failed(parsed), failed(parsed) ? `${parsed.code} ${parsed.at}` : '')
  return parsed
}
/** Returns a query for the given name of a PID, with changes. */
export const one = (change: object = {}): object => ({
  credentials: [
    { id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: [pidType] }, claims: [{ path: ['given_name'] }], ...change },
  ],
})

/** Returns the credential query that asks for these claims of a PID. */
export const askForPid = (...names: readonly string[]) => ({
  id: 'pid',
  format: 'dc+sd-jwt',
  meta: { vct_values: [pidType] },
  claims: names.map((name) => ({ path: [name] })),
})
