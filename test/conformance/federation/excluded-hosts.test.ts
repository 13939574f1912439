/** Excluded hosts of an intermediate: its statement and its certificate refuse the same entities. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkConstraints } from '../../../src/federation/chain/constraints.ts'
import { constrainedHosts } from '../../../src/federation/index.ts'
import { readNameConstraints } from '../../../src/x509/general-names.ts'
import { nameConstraints } from '../../../src/x509/index.ts'
import { checkNameConstraints } from '../../../src/x509/name-constraints.ts'

const emptyName = Uint8Array.of(0x30, 0)
const rows: readonly (readonly [excluded: string, host: string, isExcluded: boolean])[] = [
  ['east.example.com', 'rp.example.com', false],
  ['east.example.com', 'east.example.com', true],
  ['east.example.com', 'rp.east.example.com', false],
  ['.east.example.com', 'east.example.com', false],
  ['.east.example.com', 'rp.east.example.com', true],
]
for (const [excluded, host, isExcluded] of rows)
  test(`FED-103 FED-23 excluding ${excluded}, a statement and a certificate ${isExcluded ? 'refuse' : 'accept'} ${host}`, () => {
    const constraints = { naming_constraints: { permitted: ['.example.com'], excluded: [excluded] } }
    const entityId = `https://${host}`
    const stated = checkConstraints(constraints, { intermediates: 1, subjects: [entityId] }, 'constraints')
    const hosts = { permitted: ['.example.com'], excluded: constrainedHosts(constraints, 'excluded') }
    const read = readNameConstraints(nameConstraints(hosts).value)
    assert.ok(read)
    const names = [{ kind: 'dns', text: host } as const, { kind: 'uri', text: entityId } as const]
    const certified = checkNameConstraints({ subject: emptyName, names } as never, read, 'x5c[0]')
    assert.deepEqual(
      [stated?.code, certified?.code],
      isExcluded ? ['name_excluded', 'x509_name_excluded'] : [undefined, undefined],
    )
  })
