import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requireOwnHost } from './own-host.ts'

const own = [
  { interface: 'lo', address: '127.0.0.1' },
  { interface: 'eth0', address: '192.0.2.7' },
]
const names: Readonly<Record<string, readonly string[]>> = {
  'mine.example': ['192.0.2.9', '192.0.2.7'],
  'other.example': ['192.0.2.9'],
  'any.example': ['0.0.0.0', '::'],
}
const resolve = async (name: string): Promise<readonly string[]> => {
  const found = names[name]
  if (found === undefined) throw new Error('ENOTFOUND')
  return found
}
const requireOwn = (host?: string) => requireOwnHost(host, { own, resolve })

test('accepts a host that is an address of this machine or resolves to one', async () => {
  for (const host of [undefined, '127.0.0.1', '192.0.2.7', 'mine.example']) await requireOwn(host)
})

for (const [host, sentence] of [
  [
    '192.0.2.8',
    /^This machine has no address 192\.0\.2\.8: with --host, name one of 127\.0\.0\.1 \(lo\), 192\.0\.2\.7/,
  ],
  ['0.0.0.0', /^This machine has no address 0\.0\.0\.0: with --host, name one of 127\.0\.0\.1 \(lo\)/],
  ['0::0', /^This machine has no address 0::0: /],
  ['fe80::1%eth0', /^This machine has no address fe80::1%eth0: /],
  ['any.example', /^The name any\.example resolves to no address of this machine, but to 0\.0\.0\.0, ::: /],
  ['other.example', /^The name other\.example resolves to no address of this machine, but to 192\.0\.2\.9: /],
  ['unknown.example', /^The name unknown\.example cannot be resolved: /],
] as const)
  test(`refuses ${host}`, () => assert.rejects(requireOwn(host), { name: 'SandboxFault', message: sentence }))
