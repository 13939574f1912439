import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clientNetworkOf } from '../base/index.ts'
import { clientAddressOf, trustProxies } from './client-address.ts'

test('GEN-08 only a forwarded address that a trusted proxy wrote is used', () => {
  const trusted = trustProxies(['10.0.0.0/8', '::1', '192.0.2.7'])
  const rows: [peer: string | undefined, forwarded: string | undefined, client: string][] = [
    ['203.0.113.9', undefined, '203.0.113.9'],
    ['203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['10.1.2.3', '198.51.100.1', '198.51.100.1'],
    ['10.1.2.3', '1.1.1.1, 198.51.100.1', '198.51.100.1'],
    ['10.1.2.3', '1.1.1.1, 198.51.100.1, 10.9.9.9', '198.51.100.1'],
    ['10.1.2.3', '10.4.4.4', '10.4.4.4'],
    ['10.1.2.3', 'unknown', '10.1.2.3'],
    ['10.1.2.3', '', '10.1.2.3'],
    ['::ffff:10.1.2.3', '198.51.100.1:4711', '198.51.100.1'],
    ['10.1.2.3', '::ffff:c633:6401', '198.51.100.1'],
    ['::1', '[2001:db8::1]:443', '2001:db8::1'],
    ['192.0.2.7', 'fe80::1%eth0', 'fe80::1'],
    ['192.0.2.7', '[fe80::1%25eth0]:443', 'fe80::1'],
    ['10.1.2.3', '0:0:0:0:0:ffff:198.51.100.1', '198.51.100.1'],
    ['10.1.2.3', '0000:0000:0000:0000:0000:FFFF:c633:6401', '198.51.100.1'],
    ['10.1.2.3', '[0::0:ffff:198.51.100.1]:443', '198.51.100.1'],
    ['10.1.2.3', '0:0:0:0::0:0:ffff:198.51.100.1', '10.1.2.3'],
    ['10.1.2.3', '::ffff:0:198.51.100.1', '::ffff:0:198.51.100.1'],
    ['0:0:0:0:0:ffff:10.1.2.3', '198.51.100.1', '198.51.100.1'],
    [undefined, '198.51.100.1', ''],
  ]
  for (const [peer, forwarded, client] of rows)
    assert.equal(
      clientAddressOf(peer, () => forwarded, trusted),
      client,
      `${peer} | ${forwarded}`,
    )
})

test('GEN-08 the forwarded addresses of a peer that is not a trusted proxy are not read', () => {
  const unread = (): string => assert.fail('the header was read')
  assert.equal(clientAddressOf('203.0.113.9', unread, trustProxies(['10.0.0.0/8'])), '203.0.113.9')
})

test('GEN-08 forwarded addresses are read from the end, at most 16 hops of at most 64 characters', () => {
  const trusted = trustProxies(['10.0.0.0/8'])
  const of = (forwarded: string): string => clientAddressOf('10.0.0.1', () => forwarded, trusted)
  const hops = (count: number): string => ', 10.0.0.2'.repeat(count)
  assert.equal(of(`198.51.100.1${hops(15)}`), '198.51.100.1')
  assert.equal(of(`198.51.100.1${hops(16)}`), '10.0.0.2')
  assert.equal(of(`198.51.100.1,${' '.repeat(60_000)}10.0.0.2`), '10.0.0.2')
  assert.equal(of(`198.51.100.1${','.repeat(60_000)}`), '10.0.0.1')
  assert.equal(of(`1${'1'.repeat(60_000)}98.51.100.1`), '10.0.0.1')
})

test('GEN-08 a client is identified by its IPv4 address or its IPv6 network of 64 bits', () => {
  assert.equal(clientNetworkOf('198.51.100.1'), '198.51.100.1')
  assert.equal(clientNetworkOf('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2')
  assert.equal(clientNetworkOf('2001:db8::9'), clientNetworkOf('2001:0db8:0:0:ffff::1'))
  assert.notEqual(clientNetworkOf('2001:db8:1::9'), clientNetworkOf('2001:db8:2::9'))
})

test('GEN-08 an IPv4 client whose address a translator wrote as IPv6 is identified by its IPv4 address', () => {
  for (const text of ['64:ff9b::198.51.100.1', '64:ff9b::c633:6401', '0064:FF9B:0:0:0:0:c633:6401'])
    assert.equal(clientNetworkOf(text), '198.51.100.1', text)
  for (const text of ['64:ff9b::1:198.51.100.1', '64:ff9b:1::c633:6401', '65:ff9b::c633:6401'])
    assert.equal(clientNetworkOf(text).split(':').length, 4, text)
})

test('GEN-08 a text that is not an address is left as it is', () => {
  for (const text of [
    '1:',
    ':1',
    ':80:1',
    '1::2::3',
    '1:2:3',
    '1:2:3:4:5:6:7:8:9',
    '::1.2.3.256',
    '::1.2.3.4:5',
    '::g',
    '',
  ])
    assert.equal(clientNetworkOf(text), text)
})

test('GEN-08 a trusted proxy must be an address or a network with its prefix length', () => {
  const malformed = ['10.0.0.0/', '10.0.0.0/1e1', '10.0.0.0/0x8', '10.0.0.0/8/9', '10.0.0.0/ 8', '10.0.0.0/8 ']
  for (const network of ['proxy.example', '10.0.0.0/33', '10.0.0.0/x', '::/129', '', '10.0.0.0/-1', ...malformed])
    assert.throws(() => trustProxies([network]), TypeError, network)
})
