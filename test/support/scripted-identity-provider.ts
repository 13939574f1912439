/** A national identity provider whose results a test sets. It implements the port alone, without a protocol. */
import { type Failure, fail, type Random, randomToken, type Verified, verified } from '../../src/base/index.ts'
import type {
  LevelOfAssurance,
  LoginAttributes,
  NationalAttributes,
  NationalIdentityProvider,
  NationalLogin,
  NationalLoginCode,
  ProviderCode,
} from '../../src/pid-provider/index.ts'

export const person: NationalAttributes = {
  given_name: 'Ada',
  family_name: 'Rossi',
  birthdate: '1984-02-29',
  place_of_birth: { locality: 'H501', region: 'RM' },
  fiscal_number: 'TINIT-RSSDAA84B69H501X',
}

interface ScriptedIdentityProvider extends NationalIdentityProvider {
  /** Result of the next login: a person at a level, or a failure. */
  script: {
    attributes: LoginAttributes
    level: LevelOfAssurance
    failure?: NationalLoginCode
    beginFailure?: ProviderCode
    fault?: Error
  }
  /** Number of answers that it was asked to verify. */
  asked: number
}

export function scriptedIdentityProvider(random: Random, id = 'cie'): ScriptedIdentityProvider {
  const provider: ScriptedIdentityProvider = {
    id,
    displayName: { it: `Entra con ${id.toUpperCase()}`, en: `Log in with ${id.toUpperCase()}` },
    channel: 'openid_connect',
    script: { attributes: person, level: 'high' },
    asked: 0,
    begin: async ({ callbackUrl, now }) => {
      if (provider.script.beginFailure) return fail(provider.script.beginFailure, 'metadata')
      const state = randomToken(random)
      return {
        location: `https://${id}.idp.example/login?state=${state}`,
        pending: { provider: id, state, callbackUrl, startedAt: now },
        requestId: state,
      }
    },
    complete: async ({ parameters, pending, now }): Promise<Verified<NationalLogin> | Failure<NationalLoginCode>> => {
      provider.asked += 1
      const { attributes, level, failure, fault } = provider.script
      if (fault) throw fault
      if (failure) return fail(failure, 'answer')
      if (parameters.get('state') !== pending.state) return fail('state_mismatch', 'state')
      return verified({
        provider: id,
        issuer: `https://${id}.idp.example`,
        levelOfAssurance: level,
        subject: 'opaque',
        authenticatedAt: now,
        attributes,
      })
    },
  }
  return provider
}
