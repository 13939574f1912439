/** Cases of the Relying Party's entities of IT-Wallet 1.0 and 1.4: Request Object and encrypted response. */
import { failed, type Json, type JsonObject, type PublicJwk } from '../../src/base/index.ts'
import { bareJwk, createLocalSigner, encryptJwe, type Signer } from '../../src/jose/index.ts'
import { createMemberCertificates } from '../../src/member/certificates/member-certificates.ts'
import { memberCertificateSettings } from '../../src/member/index.ts'
import { signingKey } from '../../src/node/index.ts'
import { createDirectPostJwt } from '../../src/oid4vp/index.ts'
import { type FurtherProfileName, relyingPartyWire } from '../../src/profiles/index.ts'
import { createKeyBindingJwt, issueSdJwt, presentSdJwt } from '../../src/sd-jwt/index.ts'
import { profilePaths } from '../../src/serve/index.ts'
import { bodyOf, type RawResponse } from '../client/connection.ts'
import { formPost, requestBytes } from '../client/http-request.ts'
import { readJwt, seededKey, verifyJwt } from '../floors/primitives.ts'
import { hostOf, origins } from '../service/origins.ts'
import { type Case, eachWallet, jsonOf, type Stage } from './case.ts'
import { startSessions } from './relying-party-cases.ts'
import { type BenchWallet, storedValue } from './wallets.ts'

const host = hostOf(origins.relyingParty)

/** Profile of an issuer, and the certificates of its key. */
interface CertifiedIssuer {
  readonly profile: FurtherProfileName
  readonly x5c: Json | undefined
}

const disclosed = [['given_name'], ['family_name'], ['tax_id_code']]

/**
 * Returns the certificates of the key that signs credentials, in a profile that requires them. The PID Provider's
 * federation key signs its certificate, as the provider itself would do.
 */
async function certify({ collect, population }: Stage, profile: FurtherProfileName): Promise<Json | undefined> {
  if (!relyingPartyWire[profile].credentialCertificates) return undefined
  const { seeds, now } = population
  const entityId = origins.pidProvider + profilePaths[profile]
  const target = `${profilePaths[profile]}/fetch?sub=${encodeURIComponent(entityId)}`
  const request = requestBytes({ method: 'GET', target, host: hostOf(origins.trustAnchor) })
  const [statement] = await collect('trust-anchor', [request], 200)
  const certificates = createMemberCertificates(
    {
      clock: { now },
      ...{ random: seeds.random, crypto: seeds.crypto },
      publisher: { trustChain: async () => ['', bodyOf(statement as RawResponse)] },
      signers: [createLocalSigner(seeds, 'ES256', signingKey(seededKey('role pid provider').privateKey))],
    },
    {
      entityId,
      settings: memberCertificateSettings.parse({}),
      urls: { loopbackHttp: false },
      algorithms: ['ES256'],
    },
  )
  return certificates.x5cOf(credentialSigner(seeds).publicJwk)
}

const credentialSigner = (seeds: Stage['population']['seeds']): Signer =>
  createLocalSigner(seeds, 'ES256', signingKey(seededKey('role credential').privateKey))

/** Issues a credential of this profile. The service of the bench issues only credentials of the profile `seed`. */
function credentialOf({ seeds, now }: Stage['population'], holder: Signer, { profile, x5c }: CertifiedIssuer) {
  const [issuer, authority] = [origins.pidProvider, origins.trustAnchor].map((one) => one + profilePaths[profile])
  const [type = ''] = relyingPartyWire[profile].pidTypes
  const signer = credentialSigner(seeds)
  return issueSdJwt(seeds, signer, {
    header: { typ: 'dc+sd-jwt', kid: signer.kid, ...(x5c !== undefined && { x5c }) },
    plain: {
      iss: issuer ?? '',
      iat: now(),
      exp: now() + 86_400,
      vct: type.replace('AUTHORITY', authority ?? ''),
      cnf: { jwk: bareJwk(holder.publicJwk) as unknown as JsonObject },
      status: { status_list: { idx: 0, uri: `${origins.pidProvider}/statuslists/0` } },
    },
    disclosable: { given_name: 'Ada', family_name: 'Rossi', tax_id_code: 'TINIT-RSSDAA84B69H501X' },
  })
}

async function response({ population }: Stage, wallet: BenchWallet, issuer: CertifiedIssuer): Promise<Buffer> {
  const { profile } = issuer
  const { seeds, now } = population
  const path = profilePaths[profile]
  const holder = seeds.signer() // a new key, which no cache of the service has
  const { payload } = readJwt(storedValue(wallet, `requestObject${path}`))
  const presented = presentSdJwt(seeds, await credentialOf(population, holder, issuer), disclosed)
  if (failed(presented)) throw new Error(presented.code)
  const binding = { aud: payload.client_id, nonce: payload.nonce, now: now() }
  const keyBinding = await createKeyBindingJwt(seeds, holder, presented, binding)
  if (failed(keyBinding)) throw new Error(keyBinding.code)
  const presentations = [{ id: 'pid', format: 'dc+sd-jwt', presentation: presented + keyBinding }]
  const published = seededKey('role response').publicJwk as PublicJwk
  const recipient: PublicJwk = payload.client_metadata?.jwks.keys[0] ?? published
  const form = await createDirectPostJwt({ kind: 'dcql', presentations }, payload.state, {
    profile,
    encrypt: (plaintext) => encryptJwe(seeds, { alg: 'ECDH-ES', enc: 'A256GCM', recipient }, plaintext),
  })
  if (failed(form)) throw new Error(form.code)
  return formPost(host, `${path}/response`, form)
}

const presentationCases = (profile: FurtherProfileName, version: '1.0' | '1.4'): readonly Case[] => {
  const path = profilePaths[profile]
  const shared = { role: 'relying-party', status: 200, writes: true } as const
  return [
    {
      ...shared,
      id: `rp-request-object-${version}`,
      needs: [],
      crypto: 'rp-request-object',
      prepare: async (stage) => {
        await startSessions(stage, path)
        return eachWallet(stage, (wallet) => formPost(host, storedValue(wallet, `requestTarget${path}`), {}))
      },
      storeAnswers: (stage, answers) => {
        for (const [index, { values }] of stage.population.wallets.entries())
          values.set(`requestObject${path}`, bodyOf(answers[index] as RawResponse))
      },
      validate: (answer) => {
        verifyJwt(bodyOf(answer), seededKey('role request').publicKey)
      },
    },
    {
      ...shared,
      id: `rp-response-${version}`,
      needs: [`rp-request-object-${version}`],
      crypto: `rp-response-${version}`,
      prepare: async (stage) => {
        const issuer = { profile, x5c: await certify(stage, profile) }
        return eachWallet(stage, (wallet) => response(stage, wallet, issuer))
      },
      validate: (answer) => {
        if (!String(jsonOf(answer).redirect_uri).includes('response_code=')) throw new Error('no response code')
      },
      replayed: 400,
    },
  ]
}

export const profilePresentationCases: readonly Case[] = [
  ...presentationCases('it-wallet-1.0', '1.0'),
  ...presentationCases('it-wallet-1.4', '1.4'),
]
