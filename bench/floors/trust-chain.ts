/**
 * A trust chain of leaf, intermediate and anchor, with the anchor's own configuration, and the floor of its validation:
 * four signatures are verified and two unseen keys are imported.
 */
import { inputCount } from './artefacts.ts'
import { type FloorKey, importJwk, readJwt, seededKey, signJwt, thumbprint, verifyBytes } from './primitives.ts'

const issuedAt = 1_767_225_600
const expiresAt = 4_102_444_800

export const anchorId = 'https://anchor.example'
export const anchorKey = seededKey('floor anchor')

const jwkOf = (key: FloorKey) => ({ ...key.publicJwk, kid: thumbprint(key.publicJwk), use: 'sig', alg: 'ES256' })

function statement(signer: FloorKey, iss: string, sub: string, key: FloorKey, members: object): string {
  return signJwt(
    { typ: 'entity-statement+jwt', kid: thumbprint(signer.publicJwk) },
    { iss, sub, iat: issuedAt, exp: expiresAt, jwks: { keys: [jwkOf(key)] }, ...members },
    signer,
  )
}

const organisation = {
  organization_name: 'A member',
  homepage_uri: 'https://leaf.example/',
  contacts: ['a@leaf.example'],
}

/** Returns the Entity Configuration of an entity with these members. */
export const configurationOf = (key: FloorKey, id: string, members: object): string =>
  statement(key, id, id, key, members)

export const federationOf = (id: string): object => ({
  federation_entity: {
    ...organisation,
    federation_fetch_endpoint: `${id}/fetch`,
    federation_list_endpoint: `${id}/list`,
  },
})

interface FloorChain {
  readonly subject: string
  /** Intermediate between the subject and the anchor. */
  readonly superior: string
  /** Statements, the subject's first. */
  readonly statements: readonly string[]
}

/** Returns the chain of the member with this number. */
export function chainOf(index: number): FloorChain {
  const leaf = seededKey(`floor leaf ${index}`)
  const intermediate = seededKey(`floor intermediate ${index}`)
  const subject = `https://leaf-${index}.example`
  const superior = `https://intermediate-${index}.example`
  const issuer = {
    credential_issuer: subject,
    client_registration_types_supported: ['automatic'],
    jwks: { keys: [jwkOf(leaf)] },
    credential_configurations_supported: { pid: { format: 'vc+sd-jwt', vct: 'eu.eudiw.pid.it', x: 'x'.repeat(800) } },
  }
  const policy = { metadata_policy: { openid_credential_issuer: { credential_issuer: { essential: true } } } }
  return {
    subject,
    superior,
    statements: [
      configurationOf(leaf, subject, {
        metadata: { federation_entity: organisation, openid_credential_issuer: issuer },
        authority_hints: [superior],
      }),
      statement(intermediate, superior, subject, leaf, policy),
      statement(anchorKey, anchorId, superior, intermediate, policy),
      configurationOf(anchorKey, anchorId, { metadata: federationOf(anchorId) }),
    ],
  }
}

export function trustChainFloor(): (input: number) => void {
  const chains = Array.from({ length: inputCount }, (_, index) => chainOf(index).statements)
  return (input) => {
    const read = (chains[input % inputCount] ?? []).map(readJwt)
    const [leaf, superior, above, top] = read
    if (!leaf || !superior || !above || !top) throw new Error('a floor chain has too few statements')
    const keys = [
      importJwk(superior.payload.jwks.keys[0]),
      importJwk(above.payload.jwks.keys[0]),
      anchorKey.publicKey,
      anchorKey.publicKey,
    ]
    read.forEach(({ input: data, signature }, index) => {
      const key = keys[index]
      if (!key || !verifyBytes(data, key, signature)) throw new Error('a signature in a floor chain is not valid')
    })
  }
}
