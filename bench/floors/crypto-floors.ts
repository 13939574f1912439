/**
 * Floors of the operations: the cryptography that an operation cannot avoid, with the splitting, base64url and JSON
 * that it needs, and nothing else (no HTTP, no storage, no rules).
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  diffieHellman,
  randomFillSync,
} from 'node:crypto'
import {
  accessToken,
  attestationRequest,
  authorityKey,
  clientAssertion,
  decryptVerdict,
  dpopProof,
  hiddenClaims,
  inputCount,
  integrityVerdict,
  keyProof,
  presentationOf,
  presentationRequest,
  requestObject,
  sdJwtOf,
  trustChainHeader,
  walletAttestation,
  walletKeys,
} from './artefacts.ts'
import {
  encodeJson,
  type FloorKey,
  importJwk,
  readJwt,
  seededKey,
  sha256,
  signBytes,
  signJwt,
  thumbprint,
  verifyBytes,
  verifyJwt,
} from './primitives.ts'
import { chainOf, trustChainFloor } from './trust-chain.ts'

/** Runs the operation once, on the input with this number. */
export type Floor = (input: number) => unknown

const { publicKey: authority } = authorityKey
const secret = Buffer.alloc(32, 7)
const wallets = Array.from({ length: inputCount }, (_, index) => walletKeys(index))
const perWallet = <T>(make: (wallet: (typeof wallets)[number]) => T): ((input: number) => T) => {
  const all = wallets.map(make)
  return (input) => all[input % inputCount] as T
}

const pool = { bytes: Buffer.alloc(8192), used: 8192 }
function salt(): string {
  if (pool.used + 16 > pool.bytes.length) {
    randomFillSync(pool.bytes)
    pool.used = 0
  }
  pool.used += 16
  return pool.bytes.toString('base64url', pool.used - 16, pool.used)
}

const attestationHeader = encodeJson({ alg: 'ES256', typ: 'wallet-attestation+jwt', trust_chain: trustChainHeader })
const requestHeader = encodeJson({ alg: 'ES256', typ: 'oauth-authz-req+jwt', trust_chain: trustChainHeader })

/** Signs a payload under a constant header, which is encoded once at start. */
function signUnder(header: string, payload: object): string {
  const input = `${header}.${encodeJson(payload)}`
  return `${input}.${signBytes(input, authorityKey).toString('base64url')}`
}

const chainDigest = (): string => sha256(trustChainHeader.join('\n'))

/**
 * Verifies the signature of an attestation with the Wallet Provider's key. Hashes the provider's trust chain, because a
 * service recognizes a chain that it has validated by its hash.
 */
function verifyAttestation(text: string) {
  chainDigest()
  return verifyJwt(text, authority)
}

const issueSdJwt = (holder: FloorKey): string =>
  sdJwtOf(
    hiddenClaims.map(() => salt()),
    holder,
  )

function verifyPresentation(text: string): void {
  const parts = text.split('~')
  const bound = parts.pop() ?? ''
  const [issued = '', ...disclosures] = parts
  const { payload } = verifyJwt(issued, authority)
  const digests = new Set<string>(payload._sd)
  for (const disclosure of disclosures) {
    if (!digests.has(sha256(disclosure))) throw new Error('a disclosure has no digest in the credential')
    JSON.parse(Buffer.from(disclosure, 'base64url').toString())
  }
  const binding = verifyJwt(bound, importJwk(payload.cnf.jwk))
  if (binding.payload.sd_hash !== sha256(text.slice(0, text.lastIndexOf('~') + 1))) throw new Error('wrong sd_hash')
}

function attestationFloor(): Floor {
  const requests = perWallet(attestationRequest)
  const verdict = integrityVerdict()
  const hardware = perWallet(({ hardware: key }) => {
    const data = 'x'.repeat(160)
    return { jwk: key.publicJwk, data, signature: signBytes(data, key) }
  })
  return (input) => {
    const { payload } = verifyJwt(requests(input), (jwt) => importJwk(jwt.payload.cnf.jwk))
    thumbprint(payload.cnf.jwk)
    const { jwk, data, signature } = hardware(input)
    sha256(data)
    if (!verifyBytes(data, importJwk(jwk), signature)) throw new Error('the hardware signature is not valid')
    verifyJwt(decryptVerdict(verdict), authority)
    return signUnder(attestationHeader, { ...payload, integrity_assertion: undefined, hardware_signature: undefined })
  }
}

function pushedRequestFloor(cold: boolean): Floor {
  const attestations = perWallet(walletAttestation)
  const objects = perWallet(requestObject)
  return (input) => {
    const attestation = attestations(input)
    sha256(attestation)
    const wallet = wallets[input % inputCount]
    const key = cold ? importJwk(verifyAttestation(attestation).payload.cnf.jwk) : wallet?.attested.publicKey
    if (key) verifyJwt(objects(input), key)
    return salt()
  }
}

function tokenFloor(): Floor {
  const assertions = perWallet(clientAssertion)
  const proofs = perWallet(dpopProof)
  return (input) => {
    const wallet = wallets[input % inputCount]
    if (wallet) verifyJwt(assertions(input), wallet.attested.publicKey)
    const proof = verifyJwt(proofs(input), (jwt) => importJwk(jwt.header.jwk))
    thumbprint(proof.header.jwk)
    sha256(salt())
    return signJwt({ typ: 'at+jwt' }, accessToken(), authorityKey)
  }
}

/** Floor of a provider with registered client keys, for a pushed request and a token request. */
function registeredClientFloor(withToken: boolean): Floor {
  const assertions = perWallet(clientAssertion)
  const seconds = perWallet(withToken ? dpopProof : requestObject)
  return (input) => {
    const key = wallets[input % inputCount]?.attested.publicKey
    if (key === undefined) return
    verifyJwt(assertions(input), key)
    if (!withToken) return verifyJwt(seconds(input), key)
    thumbprint(verifyJwt(seconds(input), (jwt) => importJwk(jwt.header.jwk)).header.jwk)
    return signJwt({ typ: 'at+jwt' }, accessToken(), authorityKey)
  }
}

function credentialFloor(): Floor {
  const tokens = signJwt({ typ: 'at+jwt' }, accessToken(), authorityKey)
  const proofs = perWallet(dpopProof)
  const keyProofs = perWallet(keyProof)
  return (input) => {
    readJwt(tokens)
    sha256(tokens)
    const wallet = wallets[input % inputCount]
    if (wallet) verifyJwt(proofs(input), wallet.dpop.publicKey)
    const proof = verifyJwt(keyProofs(input), (jwt) => importJwk(jwt.header.jwk))
    thumbprint(proof.header.jwk)
    return wallet && issueSdJwt(wallet.holder)
  }
}

/** Parts of a response that not every profile has. */
interface PostParts {
  /** True if the response contains the Wallet Attestation. */
  readonly attested?: true
  /** True if the decryption key was made for one request, so it is parsed from the stored session. */
  readonly ownKey?: true
}

/**
 * Floor of a response: a JWE of ECDH-ES and A256GCM to one of our keys, with the presentation and, if attested, the
 * attestation inside.
 */
function responseFloor({ attested, ownKey }: PostParts = {}): Floor {
  const own = seededKey('floor response key')
  const iv = Buffer.alloc(12, 3)
  const sealed = wallets.map((wallet, index) => {
    const ephemeral = seededKey(`floor ephemeral ${index}`)
    const key = diffieHellman({ privateKey: ephemeral.privateKey, publicKey: own.publicKey })
    const shown = { pid: presentationOf(wallet), ...(attested && { wallet_attestation: walletAttestation(wallet) }) }
    const members = { vp_token: shown }
    const cipher = createCipheriv('aes-256-gcm', key, iv)
    const text = Buffer.concat([cipher.update(JSON.stringify(members)), cipher.final()])
    return { epk: ephemeral.publicJwk, text: text.toString('base64url'), tag: cipher.getAuthTag() }
  })
  const stored = JSON.stringify(own.privateKey.export({ format: 'jwk' }))
  return (input) => {
    const { epk, text, tag } = sealed[input % inputCount] as (typeof sealed)[number]
    const privateKey = ownKey ? createPrivateKey({ key: JSON.parse(stored), format: 'jwk' }) : own.privateKey
    const shared = diffieHellman({ privateKey, publicKey: importJwk(epk) })
    sha256(shared)
    const decipher = createDecipheriv('aes-256-gcm', shared, iv).setAuthTag(tag)
    const plain = Buffer.concat([decipher.update(Buffer.from(text, 'base64url')), decipher.final()]).toString()
    const { vp_token } = JSON.parse(plain) as { vp_token: { pid: string; wallet_attestation?: string } }
    verifyPresentation(vp_token.pid)
    if (vp_token.wallet_attestation) verifyAttestation(vp_token.wallet_attestation)
    return salt()
  }
}

/** Floors by the name of the operation. */
export const cryptoFloors = {
  verify: () => {
    const jwts = perWallet(requestObject)
    const reads = wallets.map((_, index) => readJwt(jwts(index)))
    return (input: number) => {
      const { input: data, signature } = reads[input % inputCount] as ReturnType<typeof readJwt>
      const key = wallets[input % inputCount]?.attested.publicKey
      return key && verifyBytes(data, key, signature)
    }
  },
  'wp-nonce': () => () => createHmac('sha256', secret).update(salt()).digest('base64url'),
  'wp-token': attestationFloor,
  'pid-par-cold': () => pushedRequestFloor(true),
  'pid-par-warm': () => pushedRequestFloor(false),
  'pid-authorize': () => () => salt() + salt(),
  'pid-token': tokenFloor,
  'pid-credential': credentialFloor,
  'sd-jwt-issue': () => (input: number) => issueSdJwt((wallets[input % inputCount] as (typeof wallets)[number]).holder),
  'sd-jwt-verify': () => {
    const presentations = perWallet(presentationOf)
    return (input: number) => verifyPresentation(presentations(input))
  },
  'rp-request-object': () => () => signUnder(requestHeader, presentationRequest()),
  'rp-response': () => responseFloor({ attested: true }),
  'rp-response-1.0': () => responseFloor(),
  'rp-response-1.4': () => responseFloor({ ownKey: true }),
  'registered-par': () => registeredClientFloor(false),
  'registered-token': () => registeredClientFloor(true),
  'trust-chain-cold': trustChainFloor,
  'trust-chain-cached': () => {
    const { statements } = chainOf(0)
    return () => sha256(statements.join('\n'))
  },
} as const satisfies Record<string, () => Floor>

export type FloorName = keyof typeof cryptoFloors
