/** Cases of x509-limbo (C2SP) that apply to our certification paths: names, constraints, path lengths, revocation. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { failed } from '../base/index.ts'
import { verifyCertificatePath } from './build-path.ts'
import { parseCertificateList } from './certificate-list.ts'
import { checkCertificateList, checkRevocation } from './check-revocation.ts'
import { type PathCertificate, parsePathCertificate } from './path-certificate.ts'

interface LimboCase {
  readonly id: string
  readonly valid: boolean
  readonly leaf: string
  readonly others: readonly string[]
  readonly roots: readonly string[]
  readonly time?: string
  readonly lists?: readonly string[]
}

const folder = new URL('../../test/vectors/x509-limbo/', import.meta.url)
const readJson = <T>(name: string): T => JSON.parse(readFileSync(new URL(name, folder), 'utf8'))
const cases = readJson<readonly LimboCase[]>('cases.json')
const exclusions = readJson<Readonly<Record<string, string>>>('exclusions.json')

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64'))

/** Returns the code of the refusal, or `valid`. */
function judge({ leaf: first, others, roots, time = '2027-01-15T08:00:00Z', lists = [] }: LimboCase): string {
  const times = { now: Math.floor(Date.parse(time) / 1000), skew: 0 }
  const [leaf, ...further] = [first, ...others, ...roots].map((text) => parsePathCertificate(bytes(text), 'x5c'))
  const unreadable = [leaf, ...further].find(failed)
  if (unreadable) return unreadable.code
  const read = further as readonly PathCertificate[]
  const input = {
    leaf: leaf as PathCertificate,
    others: read.slice(0, others.length),
    roots: read.slice(others.length),
  }
  const path = verifyCertificatePath(input, times, 'x5c')
  if (failed(path)) return path.code
  const [certificate, issuer]: readonly PathCertificate[] = path.certificates
  assert.ok(certificate && issuer)
  for (const text of lists) {
    const list = parseCertificateList(bytes(text), 'crl')
    if (failed(list)) return list.code
    const fault = checkCertificateList(list, issuer, times, 'crl')
    if (fault?.code === 'crl_issuer_mismatch') continue
    const refused = fault ?? checkRevocation(list, certificate.certificate.serial, 'x5c')
    if (refused) return refused.code
  }
  return 'valid'
}

for (const one of cases)
  test(`x509-limbo: ${one.id} is ${one.valid ? 'valid' : 'refused'}`, () => {
    const verdict = judge(one)
    assert.equal(verdict === 'valid', one.valid, verdict)
  })

test('x509-limbo: each excluded case has a reason and is not among the others', () => {
  for (const [id, reason] of Object.entries(exclusions)) {
    assert.match(reason, /^[A-Z].+\.$/, id)
    assert.ok(!cases.some((one) => one.id === id), id)
  }
  assert.equal(new Set(cases.map(({ id }) => id)).size, cases.length)
})
