/** Client of the test issuer for a wallet. It requests a nonce, then the credential. */
import { type Fetch, failed, type JsonObject, parseJsonObject, readText } from '../../base/index.ts'
import type { HeldCredential, Wallet } from '../../wallet/index.ts'
import { SandboxFault } from '../sandbox-fault.ts'
import { testIssuerClient, testIssuerPaths } from './test-issuer-metadata.ts'

/** A request for a credential of the test issuer. */
interface TestCredentialRequest {
  /** Entity identifier of the test issuer. */
  readonly issuer: string
  /** Type (`vct`). */
  readonly type: string
  /** User that the credential is about. Defaults to the sandbox's first one. */
  readonly username?: string | undefined
}

/**
 * Obtains a credential from the test issuer and stores it in the wallet. Throws a `SandboxFault` if the issuer refuses
 * or does not answer with a JSON object, and a `Refusal` if the wallet refuses the credential.
 */
export async function receiveTestCredential(
  wallet: Pick<Wallet, 'receiveCredential'>,
  fetch: Fetch,
  { issuer, type, username }: TestCredentialRequest,
): Promise<HeldCredential> {
  const post = async (path: string, body: object): Promise<JsonObject> => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(new Request(issuer + path, { method: 'POST', body: JSON.stringify(body), headers }))
    const text = await readText(response, 'test_issuer')
    const answer = failed(text) ? text : parseJsonObject(text, 'test_issuer')
    if (failed(answer)) throw new SandboxFault(`The test issuer did not answer with valid JSON (${answer.code}).`)
    if (response.status !== 200) throw new SandboxFault(`The test issuer refused: ${answer.error_description}`)
    return answer
  }
  const { c_nonce: cNonce } = await post(testIssuerPaths.nonce, {})
  return wallet.receiveCredential({
    ...{ issuer, type, clientId: testIssuerClient, cNonce: String(cNonce) },
    obtain: async (jwt) => {
      const answer = await post(testIssuerPaths.credential, { vct: type, username, proof: { proof_type: 'jwt', jwt } })
      const [issued] = answer.credentials as readonly JsonObject[]
      return String(issued?.credential)
    },
  })
}
