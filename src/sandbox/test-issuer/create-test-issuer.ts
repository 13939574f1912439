/**
 * The test issuer. Without a login, it issues credentials about invented users in versions of IT-Wallet that the PID
 * Provider does not issue yet (D-780). Only the sandbox has it.
 */
import {
  createMemoryClaims,
  daySeconds,
  failed,
  type JsonObject,
  type NonceKeys,
  type NumericDate,
} from '../../base/index.ts'
import { type CredentialType, formatDcSdJwt, formatSdJwt } from '../../credential/index.ts'
import { type CredentialContent, issuerFacets } from '../../credential/issuer.ts'
import { type HttpResponse, jsonOf, type Route, respondJson, respondText, toolLanguage } from '../../http/index.ts'
import { defaultAlgorithms, type Signer } from '../../jose/index.ts'
import {
  createLeafServices,
  createMember,
  type LeafContext,
  type Member,
  type MemberConfig,
} from '../../member/index.ts'
import { cNonceClaim, createCNonce, type KeyProof, verifyKeyProof } from '../../oid4vci/index.ts'
import { createStatusListKeeper, randomIndex, statusListMediaType, statusValues } from '../../status-list/index.ts'
import type { SandboxAccount } from '../national-idp/accounts.ts'
import { answerOfOrganization } from '../organization-pages.ts'
import { skewSeconds, statusTtlSeconds } from '../organizations.ts'
import {
  integrityOf,
  testIssuerClient,
  testIssuerMetadata,
  testIssuerName,
  testIssuerPaths,
  typeMetadataOf,
} from './test-issuer-metadata.ts'
import { findTestAccount, testClaims } from './test-persons.ts'

/** Parts of a test issuer. */
export interface TestIssuerParts extends Omit<LeafContext, 'furtherFederationKeys'> {
  readonly config: MemberConfig
  /** Types that the issuer issues. The first type is the default. */
  readonly types: readonly [CredentialType, ...CredentialType[]]
  readonly credentialSigner: Signer
}

/** A test issuer, ready to be served. */
export interface TestIssuer extends Member {
  /** Sets the status at this index of the status list to `INVALID`. */
  revoke(index: number): void
}

const statusListSize = 100_000
const lifetimeSeconds = 7 * daySeconds
const cNonceSeconds = 300

/** Creates a test issuer. Its status list and used nonces are in memory, so a restart forgets all revocations. */
export function createTestIssuer(parts: TestIssuerParts): TestIssuer {
  const { config, types, credentialSigner, clock, random } = parts
  const { entityId } = config
  const metadata = testIssuerMetadata(entityId, types, [credentialSigner.publicJwk])
  const services = { ...parts, ...createLeafServices(parts, metadata) }
  const nonceKeys: NonceKeys = [{ id: 1, secret: random.bytes(32) }]
  const usedNonces = createMemoryClaims()
  const [takenIndexes, revokedIndexes] = [new Set<number>(), new Set<number>()]
  const statusLists = createStatusListKeeper({
    crypto: parts.crypto,
    config: { places: statusListSize, ttlSeconds: statusTtlSeconds, lifetimeSeconds: 3600 },
    signer: credentialSigner,
    bits: 1,
    uriOf: () => entityId + testIssuerPaths.statusList,
    exceptions: async () => [...revokedIndexes].map((index) => ({ index, status: statusValues.invalid })),
  })

  /** Takes a random index that no credential has. Throws an Error if none is left. */
  const takeIndex = (): number => {
    if (takenIndexes.size === statusListSize) throw new Error('the status list of the test issuer is full')
    let index = randomIndex(random, statusListSize)
    while (takenIndexes.has(index)) index = randomIndex(random, statusListSize)
    takenIndexes.add(index)
    return index
  }

  const issue = async (type: CredentialType, person: SandboxAccount, key: KeyProof, now: NumericDate) => {
    const content: CredentialContent = {
      type,
      issuer: entityId,
      formatName: formatDcSdJwt,
      layout: 'flat',
      claims: testClaims(person, type, now),
      mdoc: { namespace: '', domesticNamespace: '', issuingAuthority: testIssuerName, issuingCountry: 'IT' },
      holderKey: key.jwk,
      holderThumbprint: key.thumbprint,
      status: { idx: takeIndex(), uri: entityId + testIssuerPaths.statusList },
      issuedAt: now,
      expiresAt: now + lifetimeSeconds,
      typeIntegrity: integrityOf(typeMetadataOf(type)),
    }
    return issuerFacets[formatSdJwt].issue(
      parts,
      { credentialSigner, x5c: await services.memberCertificates?.x5cOf(credentialSigner.publicJwk) },
      content,
    )
  }

  const credential = async (body: JsonObject): Promise<HttpResponse> => {
    const { vct = types[0].credentialType, username, proof } = body
    const type = types.find(({ credentialType }) => credentialType === vct)
    if (type === undefined) return refuse('unknown_credential_configuration', '"vct" is not a type of this issuer.')
    const person = typeof username === 'string' || username === undefined ? findTestAccount(username) : undefined
    if (person === undefined) return refuse('invalid_request', '"username" is not a user of this sandbox.')
    const { jwt } = (proof ?? {}) as JsonObject
    if (typeof jwt !== 'string') return refuse('invalid_proof', '"proof.jwt" is not a string.')
    const now = clock.now()
    const key = await verifyKeyProof(parts, jwt, {
      ...{ clientIds: [testIssuerClient], namesClient: true, candidates: [], algorithms: defaultAlgorithms },
      ...{ issuer: entityId, lifetime: cNonceSeconds, now, skew: skewSeconds },
      cNonce: { keys: nonceKeys, lifetime: cNonceSeconds, tokenJti: '' },
    })
    if (failed(key)) return refuse('invalid_proof', `The key proof is not valid (${key.code} at ${key.at}).`)
    usedNonces.prune(now)
    const claimed = usedNonces.claim([cNonceClaim(key)], () => true)
    if (claimed !== true) return refuse('invalid_nonce', 'The nonce was used before: POST /nonce returns a new one.')
    return respondJson({ credentials: [{ credential: await issue(type, person, key, now) }] })
  }

  const routes: readonly Route[] = [
    {
      ...{ method: 'POST', path: testIssuerPaths.nonce, kind: 'machine', accepts: ['json'] },
      handle: () => respondJson({ c_nonce: createCNonce(parts, nonceKeys, clock.now()) }),
    },
    {
      ...{ method: 'POST', path: testIssuerPaths.credential, kind: 'machine', accepts: ['json'] },
      handle: (request) => credential(jsonOf(request)),
    },
    {
      ...{ method: 'GET', path: testIssuerPaths.statusList, kind: 'document' },
      handle: async () => respondText((await statusLists.token(0, clock.now())).jwt, statusListMediaType),
    },
    {
      ...{ method: 'GET', path: testIssuerPaths.typeMetadata, kind: 'document' },
      handle: ({ query }) => {
        const type = types.find(({ credentialType }) => credentialType === query.get('vct'))
        return type === undefined
          ? refuse('not_found', '"vct" is not a type of this issuer.', 404)
          : respondText(typeMetadataOf(type), 'application/json')
      },
    },
    ...['/', '/privacy', '/terms', '/logo.svg'].map(
      (path): Route => ({
        ...{ method: 'GET', path, kind: 'page' },
        handle: ({ language }) =>
          answerOfOrganization(testIssuerName, path, toolLanguage(language)) as HttpResponse | Promise<HttpResponse>,
      }),
    ),
  ]
  const member = createMember({
    name: 'test-issuer',
    services,
    api: { title: testIssuerName, descriptions: {} },
    routes,
  })
  return {
    ...member,
    revoke: (index) => {
      revokedIndexes.add(index)
      statusLists.changed()
    },
  }
}

const refuse = (error: string, text: string, status = 400): HttpResponse =>
  respondJson({ error, error_description: text }, status)
