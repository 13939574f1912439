/** Client of the test issuer for a wallet. It requests a nonce, then the credential. */
import { z } from 'zod'
import { type Fetch, failed, fetchFailureOf, parseJsonObject, readText } from '../../base/index.ts'
import type { HeldCredential, Wallet } from '../../wallet/index.ts'
import { SandboxFault } from '../sandbox-fault.ts'
import { testIssuerClient, testIssuerPaths } from './test-issuer-metadata.ts'

interface TestCredentialRequest {
  readonly issuer: string
  /** Type (`vct`). */
  readonly type: string
  /** User that the credential is about. Defaults to the sandbox's first user. */
  readonly username?: string | undefined
}

const nonceAnswer = z.object({ c_nonce: z.string() })
const credentialAnswer = z.object({ credentials: z.tuple([z.object({ credential: z.string() })]) })

/**
 * Obtains a credential from the test issuer and stores it in the wallet. Rejects with a `SandboxFault` if the issuer
 * refuses, does not answer, or answers with other members than expected, and with a `Refusal` if the wallet refuses the
 * credential.
 */
export async function receiveTestCredential(
  wallet: Pick<Wallet, 'receiveCredential'>,
  fetch: Fetch,
  { issuer, type, username }: TestCredentialRequest,
): Promise<HeldCredential> {
  const post = async <T>(path: string, body: object, schema: z.ZodType<T>): Promise<T> => {
    const headers = { 'content-type': 'application/json' }
    const request = new Request(issuer + path, { method: 'POST', body: JSON.stringify(body), headers })
    const response = await fetch(request).catch((thrown: unknown) => {
      const { code } = fetchFailureOf(thrown, 'test_issuer')
      throw new SandboxFault(`The test issuer did not answer (${code}).`, { cause: thrown })
    })
    const text = await readText(response, 'test_issuer')
    const answer = failed(text) ? text : parseJsonObject(text, 'test_issuer')
    if (failed(answer)) throw new SandboxFault(`The test issuer did not answer with valid JSON (${answer.code}).`)
    const { status } = response
    if (status !== 200)
      throw new SandboxFault(`The test issuer refused: ${answer.error_description ?? `HTTP status ${status}`}`)
    const { data, error } = schema.safeParse(answer)
    if (error) throw new SandboxFault(`The test issuer sent no usable ${error.issues[0]?.path.join('.')}.`)
    return data
  }
  const { c_nonce: cNonce } = await post(testIssuerPaths.nonce, {}, nonceAnswer)
  return wallet.receiveCredential({
    ...{ issuer, type, clientId: testIssuerClient, cNonce },
    obtain: async (jwt) => {
      const body = { vct: type, username, proof: { proof_type: 'jwt', jwt } }
      const { credentials } = await post(testIssuerPaths.credential, body, credentialAnswer)
      return credentials[0].credential
    },
  })
}
