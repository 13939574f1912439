/**
 * Executes docs/guides/wallet-team.md against a Wallet Provider on the network of this machine: its requests in their
 * order with the evidence of a simulated device put in, then its commands.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { register } from '../../src/cli/commands/instances.ts'
import { runProgram } from '../../src/cli/program.ts'
import type { SoftwareDevice } from '../../src/software-device/index.ts'
import { decodeJwt } from '../support/forge-jwt.ts'
import { type ServedProvider, serveProvider } from '../support/served-provider.ts'
import { createWalletProviderBench, walletProviderId } from '../support/wallet-provider-bench.ts'

const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/wallet-team.md'), 'utf8')
const blocks = (language: string): string[] =>
  [...guide.matchAll(new RegExp(`^( *)\`\`\`${language}\\n([\\s\\S]*?)^ *\`\`\`$`, 'gm'))].map(
    ([, indent = '', block = '']) =>
      block
        .split('\n')
        .map((line) => line.slice(indent.length))
        .join('\n')
        .trim(),
  )
const token = 'token-of-an-administrator-0123456789'
const bench = await createWalletProviderBench({ context: { administrators: [{ name: 'ada', token }] } })
let server: ServedProvider
let device: SoftwareDevice

before(async () => {
  process.env.FIDUCIA_ADMIN_TOKEN = token
  device = await bench.vendor.createDevice()
  server = await serveProvider(bench)
})
after(async () => {
  delete process.env.FIDUCIA_ADMIN_TOKEN
  await server.stop()
})

/** Sends a request as it stands on the page. */
function send(block: string, values: Readonly<Record<string, string>>): Promise<Response> {
  const [head = '', ...rest] = block.split('\n\n')
  const [line = '', ...headers] = head.split('\n')
  const [method = '', path = ''] = line.split(' ')
  const body = Object.entries(values).reduce(
    (text, [name, value]) => text.replace(name, JSON.stringify(value).slice(1, -1)),
    rest.join('\n\n'),
  )
  return fetch(`${server.url}${path}`, {
    method,
    headers: headers.map((header) => header.split(': ') as [string, string]),
    ...(body !== '' && { body }),
  })
}

test('every request of the guide is answered as the guide says', async () => {
  const [nonce = '', registration = '', attestation = '', ...none] = blocks('http')
  assert.deepEqual(none, [])
  const challenge = ((await (await send(nonce, {})).json()) as { nonce: string }).nonce
  const registered = await send(registration, {
    NONCE: challenge,
    KEY_ATTESTATION: await device.keyAttestation(challenge),
    HARDWARE_KEY_TAG: device.hardwareKeyTag,
  })
  assert.equal(registered.status, 204)
  const { assertion } = await bench.attestationRequest(device)
  const answer = await send(attestation, { ASSERTION: assertion })
  assert.equal(answer.status, 200)
  assert.equal(answer.headers.get('content-type'), 'application/jwt')
  const { payload } = decodeJwt(await answer.text())
  assert.ok(payload.status)
})

async function run(line: string) {
  const out: string[] = []
  const err: string[] = []
  const terminal = { out: (text: string) => void out.push(text), err: (text: string) => void err.push(text) }
  const words = line.replaceAll(walletProviderId, server.url).split(' ').slice(1)
  const code = await runProgram([register], words, terminal)
  return { code, out: out.join(''), err: err.join('') }
}

test('every command of the guide does what the guide says', async () => {
  const [byTag, below, ofUser] = [await bench.registered(), await bench.registered(), await bench.registered()]
  const link = { hardwareKeyTag: ofUser.hardwareKeyTag, user: 'user-1', actor: 'ada', now: bench.clock.now() }
  await bench.stores.walletInstances.linkUser(link)
  const expected = [
    new RegExp(byTag.hardwareKeyTag.replaceAll('+', '\\+')),
    /"status": "registered"[\s\S]*"history"/,
    /^revoked\n$/,
    /^revoked 1\n$/,
    /^revoked 1\n$/,
    /"revoked_by_user"[\s\S]*"revoked_by_provider"|"revoked_by_provider"[\s\S]*"revoked_by_user"/,
  ]
  const lines = blocks('sh').flatMap((block) => block.split('\n'))
  assert.equal(lines.length, expected.length)
  for (const [index, line] of lines.entries()) {
    const command = line
      .replace('HARDWARE_KEY_TAG', byTag.hardwareKeyTag)
      .replace('SERIAL', below.attesterSerial)
      .replace('USER', 'user-1')
    const { code, out, err } = await run(command)
    assert.deepEqual([code, err], [0, ''], line)
    assert.match(out, expected[index] ?? /^$/)
  }
  for (const { hardwareKeyTag } of [byTag, below, ofUser])
    assert.equal((await bench.stores.walletInstances.find(hardwareKeyTag))?.status, 'revoked')
})

test('what is refused is one sentence, and exit 1', async () => {
  const rows: [line: string, says: RegExp][] = [
    [`fiducia instances list --url ${walletProviderId} --token wrong`, /refuses: .*token_unknown/],
    [`fiducia instances list --status gone --url ${walletProviderId}`, /search_malformed/],
    [`fiducia instances list --from yesterday --url ${walletProviderId}`, /^yesterday is no time/],
    [`fiducia instances show nobody --url ${walletProviderId}`, /instance_unknown/],
    [`fiducia instances revoke --url ${walletProviderId}`, /^Name one/],
    [`fiducia instances revoke x --user y --url ${walletProviderId}`, /^Name one/],
    ['fiducia instances list --data /nowhere', /^No sandbox with a Wallet Provider is running here/],
  ]
  for (const [line, says] of rows) {
    const { code, err } = await run(line)
    assert.equal(code, 1, line)
    assert.match(err.trimEnd(), says, line)
  }
  const none = await run(`fiducia instances list --to 1999-01-01 --url ${walletProviderId}`)
  assert.deepEqual([none.code, none.out], [0, 'none\n'])
})
