import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeListening, foreignAddresses, listAddresses, ownAddresses } from './own-addresses.ts'

const own = [
  { interface: 'lo', address: '127.0.0.1' },
  { interface: 'eth0', address: '192.0.2.7' },
  { interface: 'eth0', address: 'fd00::7' },
]

test('finds the addresses that this machine does not have, in any notation', () => {
  const hosts = ['127.0.0.1', '::1', '0.0.0.0', '::', 'localhost', '192.0.2.7', 'FD00:0::7', '192.0.2.8', 'fd00::8']
  assert.deepEqual(foreignAddresses(hosts, own), ['192.0.2.8', 'fd00::8'])
})

test('describes the addresses that a server listens on, with their interfaces', () => {
  assert.deepEqual(describeListening(['0.0.0.0'], own), ['lo 127.0.0.1', 'eth0 192.0.2.7'])
  assert.deepEqual(describeListening(['192.0.2.7', '0.0.0.0'], own), ['eth0 192.0.2.7', 'lo 127.0.0.1'])
  assert.deepEqual(describeListening(['::'], own), ['eth0 fd00::7'])
  assert.deepEqual(describeListening(['192.0.2.7', '::1', 'portal.example'], own), ['eth0 192.0.2.7', 'portal.example'])
  assert.equal(listAddresses(own), '127.0.0.1 (lo), 192.0.2.7 (eth0), fd00::7 (eth0)')
})

test('the addresses for an operator to name do not include link-local ones, which a URL cannot name', () => {
  const linkLocal = ['fe80::1', 'FE80::2', 'febf::3'].map((address) => ({ interface: 'eth0', address }))
  const others = [{ interface: 'eth0', address: 'fec0::4' }]
  assert.equal(listAddresses([...own, ...linkLocal, ...others]), `${listAddresses(own)}, fec0::4 (eth0)`)
})

test('this machine has a loopback address', () => {
  assert.ok(ownAddresses().some(({ address }) => address === '127.0.0.1' || address === '::1'))
})
