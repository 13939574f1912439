import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ResolveCode, trustStepOf } from '../federation/index.ts'
import { adviceOf } from '../rules/index.ts'
import { trustAdvice } from './trust-advice.ts'

const refresh = /federation refresh/
const cases: readonly [what: string, code: ResolveCode, at: string, expected: RegExp, not?: RegExp][] = [
  ['a configuration signed with an unpublished kid', 'kid_unknown', 'statement[0].header.kid', /jwks/, refresh],
  ['a configuration signed with another key', 'signature_invalid', 'statement[0]', /with the key of its kid/, refresh],
  ['a statement signed with another key', 'signature_invalid', 'statement[1]', /with the key of its kid/],
  ['a statement signed with an unconfirmed key', 'kid_unknown', 'statement[1].header.kid', refresh],
  ['an anchor whose configuration lacks its key', 'kid_unknown', 'statement[2].payload.jwks', /its operator/, refresh],
  ['a fetch endpoint that answers with an error', 'unreachable', 'statement.status.502', /answers 502/, /make the/],
  ['a configuration that cannot be fetched', 'unreachable', 'configuration.status.429', /answers 429/, /make the/],
  ['a fetch endpoint that does not answer', 'unreachable', 'statement.timeout', /fetch endpoint/],
  ['an entity whose port nothing listens on', 'unreachable', 'configuration.refused', /nothing listens .*port/],
  ['a fetch endpoint that nothing listens at', 'unreachable', 'statement.refused', /nothing listens .*fetch endpoint/],
  [
    'an unknown host name',
    'unreachable',
    'configuration.name',
    /host name .*does not exist, or no name server answers/,
  ],
  ['addresses without a route', 'unreachable', 'configuration.route', /IPv6/],
  [
    'a certificate that is not trusted',
    'unreachable',
    'configuration.certificate',
    /certificate.*certificateAuthorityFiles/,
  ],
  [
    'a certificate for another host name',
    'unreachable',
    'configuration.other_name[a.example: b.example, *.c.example]',
    /certificate of the last entity of the path is for b\.example, \*\.c\.example, and its URL names a\.example/,
    /has expired/,
  ],
  ['https to a port without TLS', 'unreachable', 'configuration.tls', /TLS/],
  ['a connection that was cut', 'unreachable', 'configuration.cut', /ends the connection/],
  ['a configuration that times out', 'unreachable', 'configuration.timeout', /in time.*firewall/],
  ['a statement that times out', 'unreachable', 'statement.timeout', /in time/],
  ['a page in place of a configuration', 'media_type_unexpected', 'configuration', /proxy.*entity-statement\+jwt/],
  ['a configuration that is compressed', 'coding_unexpected', 'configuration', /Accept-Encoding.*Content-Encoding/],
  ['a statement that is compressed', 'coding_unexpected', 'statement', /fetch endpoint.*Content-Encoding/],
  ['a configuration that redirects', 'status_unexpected', 'configuration.status.301', /redirects are not followed/],
  ['a missing configuration', 'status_unexpected', 'configuration.status.404', /404.*whole path/],
  ['a configuration behind a login', 'status_unexpected', 'configuration.status.401', /401.*login/],
  ['a configuration answered with 503', 'status_unexpected', 'configuration.status.503', /answers 503/, /make the/],
  ['a superfluous slash in the identifier', 'subject_mismatch', 'statement[0].payload.sub', /slash/],
  ['a superior whose sub differs from the hint', 'subject_mismatch', 'configuration.payload.sub', /hint.*slash/],
  ['a hint that differs from the identifier', 'superior_not_hinted', 'statement[0].payload.authority_hints', /slash/],
  ['a large document', 'answer_too_large', 'configuration', /smaller.*524288 bytes/, /make the last entity/],
  ['a private key', 'jwk_private', 'statement[0].payload.jwks.keys[0]', /new key pair.*exposed/],
  ['a slow clock', 'not_yet_valid', 'statement[1].payload.iat', /clock/],
  ['a missing statement', 'status_unexpected', 'statement.status.404', /has no statement/],
  ['a final newline', 'jws_malformed', 'statement[0].white_space', /newline/, /correct it/],
  ['a broken signature', 'jws_malformed', 'statement[0].signature', /issuer .* correct it: send three/],
  ['a key of another algorithm', 'key_mismatch', 'statement[0]', /alg/, refresh],
  ['a time that is a string', 'time_invalid', 'statement[0].payload.iat', /number/, /clocks/],
  [
    'superiors that contradict each other',
    'policy_merge_impossible',
    'statement[1].payload',
    /superior/,
    /the metadata/,
  ],
  ['an invalid operand', 'policy_operand_invalid', 'statement[1].payload', /superior/, /change the metadata/],
  ['metadata that the policy refuses', 'policy_violated', 'metadata.wallet_provider', /change the metadata/],
  [
    'a URL that is a number',
    'metadata_schema_violated',
    'metadata.wallet_provider',
    /change the metadata/,
    /satisfy the policy/,
  ],
]

for (const [what, code, at, expected, not] of cases)
  test(`gives the matching advice for ${what}`, () => {
    assert.match(trustAdvice(code, at), expected)
    if (not) assert.doesNotMatch(trustAdvice(code, at), not)
  })

const statementCodes = (Object.keys(trustStepOf) as ResolveCode[]).filter((code) => trustStepOf[code] === 'statements')
for (const at of ['statement[0].payload', 'statement[1].payload', 'configuration.payload', 'statement.payload'])
  test(`gives each code of a malformed statement its own advice at ${at}`, () => {
    for (const code of statementCodes) {
      const [, remedy = 'none'] = adviceOf(code) ?? []
      const [first = ''] = remedy.toLowerCase().split(/[.] |[.]$/)
      const shown = trustAdvice(code, at)
      assert.ok(shown.toLowerCase().includes(first), `${code}: ${shown}`)
      assert.doesNotMatch(shown, /correct the statement at the named place/)
    }
  })

test('puts an entity identifier of another party into the advice unchanged', () => {
  const who = "https://a.example/$&$'$$"
  assert.ok(trustAdvice('fetch_endpoint_missing', 'statement', who).startsWith(`${who} has no fetch endpoint`))
})
