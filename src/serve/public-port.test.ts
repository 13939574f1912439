import assert from 'node:assert/strict'
import { test } from 'node:test'
import { localPort, portMismatch } from './public-port.ts'

const tls = { keyFile: 'key.pem', certificateFile: 'certificate.pem' }

test('warns of a port that differs from that of the public URL, unless a proxy can be the reason', () => {
  for (const [publicUrl, port, files, warns] of [
    ['http://localhost:4101', 4101, undefined, false],
    ['http://localhost:4101', 4102, undefined, true],
    ['http://localhost', 80, undefined, false],
    ['http://localhost:4101', 0, undefined, false],
    ['https://rp.example', 8080, undefined, false],
    ['https://rp.example', 8080, tls, true],
    ['https://rp.example', 443, tls, false],
  ] as const) {
    const sentence = portMismatch({ publicUrl, listen: { port, tls: files } })
    assert.equal(sentence !== undefined, warns, `${publicUrl} ${port}`)
    if (warns) assert.match(sentence ?? '', /^publicUrl names port \d+, but the service listens on port \d+: /)
  }
})

test('only an http URL of this machine determines the port to listen on', () => {
  assert.equal(localPort('http://127.0.0.1:5000/rp'), 5000)
  for (const url of [undefined, 'https://localhost:5000', 'http://rp.example:5000', 'no URL'])
    assert.equal(localPort(url), undefined)
})
