/** The SAML adapter, a login that has begun, and answers to it. */
import assert from 'node:assert/strict'
import { failed, type JsonObject } from '../../src/base/index.ts'
import { createSamlIdentityProvider } from '../../src/pid-provider-adapters/saml-identity-provider.ts'
import type {
  RegisteredSamlProvider,
  SamlRegistration,
} from '../../src/pid-provider-adapters/saml-provider-registration.ts'
import { type SamlAnswerFacts, samlKey } from './saml.ts'
import { type Broken, writeAnswer } from './saml-faults.ts'
import { seededRandom } from './seeded-random.ts'

export const now = 1_768_478_400
export const clientId = 'https://pid.example'
export const callbackUrl = 'https://pid.example/login/spid'
export const issuer = 'https://idp.example'

export const spKey = await samlKey('PID Provider')
export const idpKey = await samlKey('IdP', 2)

const registration: SamlRegistration = async () => ({
  entityId: issuer,
  singleSignOnUrl: `${issuer}/sso?tenant=a`,
  certificates: [idpKey.certificate],
})
const displayName = { it: 'SPID', en: 'SPID' }
const provider = { id: 'spid', displayName, clientId, key: spKey, registration } as const
export const national = createSamlIdentityProvider({ random: seededRandom('login') }, provider)
/** Returns the same provider, registered with other certificates. */
export const createNational = (registered: Pick<RegisteredSamlProvider, 'certificates'>) =>
  createSamlIdentityProvider(
    { random: seededRandom('login') },
    {
      ...provider,
      registration: async () => ({ entityId: issuer, singleSignOnUrl: `${issuer}/sso?tenant=a`, ...registered }),
    },
  )
/** The same provider under the rules of CIE id. */
export const cie = createSamlIdentityProvider({ random: seededRandom('login') }, { ...provider, profile: 'cie' })

export async function begin(provider = national) {
  const begun = await provider.begin({ callbackUrl, now })
  assert.ok(!failed(begun))
  return begun
}

export const begun = await begin()
export const facts: SamlAnswerFacts = {
  requestId: begun.requestId,
  issuer,
  audience: clientId,
  callbackUrl,
  now: now + 1,
}

export const complete = (
  xml: string,
  form: Record<string, string> = {},
  pending: JsonObject = {},
  later = 2,
  provider = national,
) =>
  provider.complete({
    parameters: new Map(
      Object.entries({
        SAMLResponse: Buffer.from(xml).toString('base64'),
        RelayState: String(begun.pending.relayState),
        ...form,
      }),
    ),
    pending: { ...begun.pending, ...pending },
    now: now + later,
  })

export const answer = (broken?: Broken): string => writeAnswer(facts, idpKey, broken)
