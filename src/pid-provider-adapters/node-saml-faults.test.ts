/**
 * D-503: each error of the installed `node-saml` is classified. An unusable key in the registration is not reported as
 * a forged answer.
 */

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import * as nodeSaml from '@node-saml/node-saml'
import { errorClassesOf, foundIn } from '../../test/support/library-errors.ts'
import { codeOf } from '../../test/support/refuses.ts'
import { samlKey } from '../../test/support/saml.ts'
import { answer, complete, createNational, idpKey } from '../../test/support/saml-answers.ts'
import { nodeSamlCalls, nodeSamlErrors } from './node-saml-faults.ts'

test('D-503 classifies each error class of the installed version', () => {
  assert.deepEqual(errorClassesOf(nodeSaml), Object.keys(nodeSamlErrors).sort())
})

test('D-503 classifies each function that we call', () => {
  const text = globSync('*.ts', { cwd: import.meta.dirname })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
    .join('\n')
  const called = foundIn(text, /import \{([^}]+)\} from '@node-saml\/[^']+'/g).flatMap((names) => names.split(','))
  assert.deepEqual(called.map((name) => name.trim()).sort(), Object.keys(nodeSamlCalls).sort())
})

describe('PP-58 a registration with an unusable key', () => {
  const { certificate } = idpKey
  for (const [what, certificates] of [
    ['a certificate that is not PEM', [certificate.replace(/-----[^-]+-----|\n/g, '')]],
    ['a PEM without a certificate', ['-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----']],
    ['a certificate and a malformed one', [certificate, 'x']],
    ['without a certificate', []],
  ] as const)
    test(`PP-58 ${what}: provider_malformed, not an invalid signature`, async () => {
      const provider = createNational({ certificates })
      assert.equal(codeOf(await complete(answer(), {}, {}, 2, provider)), 'provider_malformed')
    })

  test('PP-63 refuses a signature with a key that is not registered', async () => {
    const { certificate: other } = await samlKey('IdP', 3)
    const provider = createNational({ certificates: [other] })
    assert.equal(codeOf(await complete(answer(), {}, {}, 2, provider)), 'assertion_signature_invalid')
  })
})
