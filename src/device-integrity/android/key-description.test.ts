/** The record of a device. A missing member or one of another type makes it malformed. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failed } from '../../base/index.ts'
import {
  derTags,
  writeDer,
  writeEnumerated,
  writeExplicit,
  writeInteger,
  writeIntegerSet,
  writeNull,
  writeOctets,
  writeSequence,
} from '../../x509/index.ts'
import { parseKeyDescription, authorizationTags as tags } from './key-description.ts'

const bytes = (text: string): Uint8Array => writeOctets(Buffer.from(text))
const setOf = (...members: readonly Uint8Array[]): Uint8Array => writeDer(derTags.set, ...members)
const locked = writeDer(derTags.boolean, Uint8Array.of(0xff))
const rootOfTrust = (...members: readonly Uint8Array[]): Uint8Array =>
  writeExplicit(tags.rootOfTrust, writeSequence(bytes('key'), ...members))
const applicationId = (packages: Uint8Array, digests: Uint8Array): Uint8Array =>
  writeExplicit(tags.attestationApplicationId, writeOctets(writeSequence(packages, digests)))
const app = writeSequence(bytes('it.example.wallet'), writeInteger(1))

const purpose = writeExplicit(tags.purpose, writeIntegerSet([2]))
const software = writeSequence(applicationId(setOf(app), setOf(bytes('digest'))))
const hardware = writeSequence(purpose, rootOfTrust(locked, writeEnumerated(0)))
const members = [
  ...[writeInteger(300), writeEnumerated(1), writeInteger(300), writeEnumerated(2)],
  ...[bytes('challenge'), bytes(''), software, hardware],
]

function verdict(given: readonly Uint8Array[]): string {
  const description = parseKeyDescription(writeSequence(...given), 'record')
  return failed(description) ? `${description.code} ${description.at}` : 'read'
}
const withHardware = (...list: readonly Uint8Array[]) => verdict(members.with(7, writeSequence(...list)))
const withSoftware = (...list: readonly Uint8Array[]) => verdict(members.with(6, writeSequence(...list)))
const malformed = 'key_description_malformed record'

test('WP-51 reads a record of eight members', () => {
  assert.equal(verdict(members), 'read')
  assert.equal(withHardware(), 'read')
})

test('WP-51 refuses a record with an additional member, a missing member or a member of another type', () => {
  assert.equal(verdict([...members, writeNull()]), malformed)
  assert.equal(verdict([]), malformed)
  for (const index of members.keys()) {
    assert.equal(verdict(members.toSpliced(index, 1)), malformed, `without ${index}`)
    if (index !== 5) assert.equal(verdict(members.with(index, writeNull())), malformed, `another kind of ${index}`)
  }
})

test('WP-51 refuses a list with a repeated tag, and a list with an untagged value', () => {
  assert.equal(withHardware(purpose, purpose), malformed)
  assert.equal(withHardware(purpose, writeInteger(2)), malformed)
  assert.equal(withHardware(purpose, writeExplicit(tags.algorithm, new Uint8Array())), malformed)
})

/** Contents of an INTEGER that are not a usable number. */
const oddNumbers = { negative: 'ff', 'too long': '00ffffffffffffffff', 'beyond the safe range': '0020000000000000' }
for (const [what, contents] of Object.entries(oddNumbers))
  test(`WP-51 a version or patch level that is ${what} counts as absent`, () => {
    const odd = writeDer(derTags.integer, Buffer.from(contents, 'hex'))
    for (const name of ['osVersion', 'osPatchLevel', 'vendorPatchLevel', 'bootPatchLevel'] as const) {
      const list = writeSequence(purpose, writeExplicit(tags[name], odd))
      const description = parseKeyDescription(writeSequence(...members.with(7, list)), 'record')
      assert.ok(!failed(description), name)
      assert.equal(description.hardwareEnforced[name], undefined)
      assert.deepEqual(description.hardwareEnforced.purposes, [2])
    }
  })

for (const [contents, version] of [
  ['0020000000000001', 2n ** 53n + 1n],
  ['7fffffffffffffff', 2n ** 63n - 1n],
  ['ff', -1n],
  ['008000000000000000', undefined],
] as const)
  test(`WP-51 reads the app's version ${contents} exactly, or as absent`, () => {
    const versioned = writeSequence(bytes('a'), writeDer(derTags.integer, Buffer.from(contents, 'hex')))
    const list = writeSequence(applicationId(setOf(versioned), setOf(bytes('digest'))))
    const description = parseKeyDescription(writeSequence(...members.with(6, list)), 'record')
    assert.ok(!failed(description))
    assert.deepEqual(description.softwareEnforced.application?.packages, [{ name: 'a', version }])
  })

for (const [what, list] of [
  ['a purpose that is not a number', [writeExplicit(tags.purpose, setOf(writeInteger(2), writeNull()))]],
  ['purposes outside of a set', [writeExplicit(tags.purpose, writeInteger(2))]],
  ['an algorithm that is not a number', [writeExplicit(tags.algorithm, writeNull())]],
  ['a root of trust without the lock', [rootOfTrust(writeEnumerated(0))]],
  ['a lock that is not a boolean', [rootOfTrust(writeInteger(1), writeEnumerated(0))]],
  ['an empty lock', [rootOfTrust(writeDer(derTags.boolean), writeEnumerated(0))]],
  ['a lock of two bytes', [rootOfTrust(writeDer(derTags.boolean, Uint8Array.of(0, 1)), writeEnumerated(0))]],
  ['no boot state', [rootOfTrust(locked)]],
  ['a boot state that is a number', [rootOfTrust(locked, writeInteger(0))]],
] as const)
  test(`WP-51 refuses a record with ${what}`, () => assert.equal(withHardware(...list), malformed))

for (const [what, packages, digests] of [
  ['packages that are not a set', writeSequence(app), setOf(bytes('digest'))],
  ['digests that are not a set', setOf(app), writeSequence(bytes('digest'))],
  ['a package without a version', setOf(app, writeSequence(bytes('it.example.other'))), setOf(bytes('digest'))],
  ['a package without a name', setOf(app, writeSequence(writeNull(), writeInteger(1))), setOf(bytes('digest'))],
  [
    'a package whose name is not UTF-8',
    setOf(writeSequence(writeOctets(Uint8Array.of(0xff)), writeInteger(1))),
    setOf(bytes('digest')),
  ],
  ['a digest that is not an octet string', setOf(app), setOf(bytes('digest'), writeNull())],
] as const)
  test(`WP-51 refuses a record with ${what}`, () =>
    assert.equal(withSoftware(applicationId(packages, digests)), malformed))
