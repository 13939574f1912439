/** Each artefact of the field: recognised, and verified as far as the text allows. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { issuerKey, issuerJwt, disclosures, keyBindingJwt } from '../../../test/vectors/rfc9901.ts'
import { resourceRequest, tokenRequest } from '../../../test/vectors/rfc9449.ts'
import { signAll, threeEntities } from '../../../test/support/federation.ts'
import { fixedClock } from '../../../test/support/fixed-clock.ts'
import { changeText, makeCertificate, mdocContext, mdocNow } from '../../../test/support/mdoc.ts'
import { seededRandom } from '../../../test/support/seeded-random.ts'
