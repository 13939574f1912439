/**
 * A Wallet Attestation as an SD-JWT (IT-Wallet 1.0), presented for a request; a test may change it before it is signed.
 */
import assert from 'node:assert/strict'
import { failed } from '../../src/base/index.ts'
import { bareJwk } from '../../src/jose/index.ts'
import { createKeyBindingJwt, issueSdJwt } from '../../src/sd-jwt/index.ts'
import { type Bendable, type RelyingPartyFixture, rpId, statusIndexes, statusUri } from './relying-party-service.ts'
import type { TestWallet } from './relying-party-wallet.ts'

const type = 'https://anchor.example/WalletAttestation'

/** Returns the attestation of the wallet with a Key Binding JWT for this nonce. */
export async function presentedAttestation(
  at: RelyingPartyFixture,
  wallet: TestWallet,
  nonce: string,
  change: (content: Bendable) => void = () => undefined,
): Promise<string> {
  const now = at.clock.now()
  const content: Bendable = {
    signer: at.attestationSigner,
    header: { typ: 'dc+sd-jwt', kid: at.attestationSigner.kid, trust_chain: at.providerChain },
    plain: {
      iss: at.provider.entityId,
      iat: now - 60,
      exp: now + 3600,
      vct: type,
      aal: 'https://trust-list.eu/aal/high',
      cnf: { jwk: bareJwk(wallet.attested.publicJwk) },
      status: { status_list: { idx: statusIndexes.attestation, uri: statusUri.replace(/1$/, '2') } },
    },
    disclosable: {},
    binding: { aud: rpId, nonce, now, signer: wallet.attested },
  }
  change(content)
  const issued = await issueSdJwt(at, content.signer, content)
  const binding = await createKeyBindingJwt(at, content.binding.signer, issued, content.binding)
  assert.ok(!failed(binding))
  return issued + binding
}
