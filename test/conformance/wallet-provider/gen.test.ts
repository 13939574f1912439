/**
 * The GEN rows on all inputs of the Wallet Provider: the registration's JSON, the token request's form, and the Wallet
 * Attestation Request in it; and the same inputs in the format of IT-Wallet 1.0.
 */
import { jwkThumbprint } from '../../../src/jose/index.ts'
import { grantTypeJwtBearer } from '../../../src/oauth/index.ts'
import { forgeJwt } from '../../support/forge-jwt.ts'
import { createWalletProviderBench, walletProviderId, walletSide } from '../../support/wallet-provider-bench.ts'
import { genFormRows, genJsonRows, genJwsRows } from '../gen-rows.ts'

const bench = await createWalletProviderBench()
const phone = await bench.registered()

const malformed = { status: 400, error: 'bad_request' }
const forged = { status: 403, error: 'invalid_request' }
const envelope: Readonly<Record<string, typeof malformed>> = {
  media_type_unsupported: { status: 415, error: 'invalid_request' },
  coding_unsupported: { status: 415, error: 'invalid_request' },
  body_too_large: { status: 413, error: 'invalid_request' },
}
/** Codes of an invalid signature, algorithm or time. Every other code is that of an unreadable input (D-04). */
const forgeries = [
  'alg_none',
  'alg_mac',
  'alg_unsupported',
  'jws_unsigned',
  'signature_invalid',
  'key_mismatch',
  'key_unusable',
  'expired',
  'not_yet_valid',
]
const shared = {
  sink: bench.sink,
  fetch: bench.network.fetch,
  bodyLimit: 131_072,
  answer: (code: string) => envelope[code] ?? (forgeries.includes(code) ? forged : malformed),
}

for (const path of ['/wallet-instance', '/wallet-instances'])
  genJsonRows({
    ...shared,
    surface: `wallet-provider${path}`,
    url: `${walletProviderId}${path}`,
    valid: async () => ({ content: await bench.registrationBody(await bench.vendor.createDevice()) }),
    accepted: 204,
    unknownMember: { id: 'WP-06', code: 'member_unknown', ...malformed },
  })

genFormRows({
  ...shared,
  surface: 'wallet-provider/token',
  url: `${walletProviderId}/token`,
  valid: async () => {
    const { assertion } = await bench.attestationRequest(phone)
    return { content: { grant_type: grantTypeJwtBearer, assertion } }
  },
  accepted: 200,
  answer: (code) => envelope[code] ?? { status: 400, error: 'invalid_request' },
})

genJsonRows({
  ...shared,
  surface: 'wallet-provider/wallet-attestations',
  url: `${walletProviderId}/wallet-attestations`,
  valid: async () => {
    const { assertion } = await bench.attestationRequest(phone, { itWallet1: true })
    return { content: { assertion } }
  },
  accepted: 200,
})

genJwsRows({
  ...shared,
  surface: 'wallet-provider/token',
  answer: (code) => envelope[code] ?? { status: 400, error: 'invalid_grant' },
  artefact: 'Wallet Attestation Request',
  typ: 'war+jwt',
  owned: { typ_mismatch: 'WP-15', signature_invalid: 'WP-16' },
  accepted: 200,
  carriesKey: true,
  attempt: async () => {
    const { assertion, ephemeralKey } = await bench.attestationRequest(phone)
    return {
      jwt: assertion,
      signer: ephemeralKey,
      send: (jwt) => bench.sendAssertion(jwt),
      withKey: (jwk) => {
        const kid = thumbprintOf(jwk)
        const iss = `${walletProviderId}/instance/${kid}`
        return forgeJwt(assertion, ephemeralKey, { header: { kid }, payload: { iss, cnf: { jwk } } })
      },
    }
  },
})

genJwsRows({
  ...shared,
  surface: 'wallet-provider/wallet-attestations',
  artefact: 'Wallet Attestation Request of IT-Wallet 1.0',
  typ: 'wp-war+jwt',
  owned: { typ_mismatch: 'WP-15', signature_invalid: 'WP-16' },
  accepted: 200,
  carriesKey: true,
  answer: (code) => ({ ...shared.answer(code), ...(forgeries.includes(code) && { status: 400 }) }),
  attempt: async () => {
    const { assertion, ephemeralKey } = await bench.attestationRequest(phone, { itWallet1: true })
    return {
      jwt: assertion,
      signer: ephemeralKey,
      send: bench.sendItWallet1,
      withKey: (jwk) => {
        const kid = thumbprintOf(jwk)
        return forgeJwt(assertion, ephemeralKey, { header: { kid }, payload: { iss: kid, cnf: { jwk } } })
      },
    }
  },
})

/** Returns the thumbprint of a key, or `none` for a key of an unknown type. */
function thumbprintOf(jwk: object): string {
  try {
    return jwkThumbprint(walletSide, jwk as Parameters<typeof jwkThumbprint>[1])
  } catch {
    return 'none'
  }
}
