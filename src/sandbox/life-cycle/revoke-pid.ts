/**
 * The PID Provider's administration revokes the newest valid PID. Other parties see the revocation at the latest when
 * their copy of the status list expires.
 */
import { z } from 'zod'
import { paths } from '../../pid-provider/index.ts'
import type { Step } from './step.ts'
import { Unexpected } from './step.ts'

const credentialList = z.object({ credentials: z.array(z.object({ id: z.string(), status: z.string() })) })

export const revokePid: Step = {
  title: 'Revocation: the PID Provider revokes the PID',
  run: async ({ origins, administrationFetch, adminToken, narrator }) => {
    const ask = async (path: string, init: RequestInit = {}): Promise<unknown> => {
      const headers = { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' }
      const response = await administrationFetch(new Request(origins.pidProvider + path, { ...init, headers }))
      if (!response.ok) throw new Unexpected(`The administration answers ${response.status}.`)
      return response.json()
    }
    const { credentials } = credentialList.parse(await ask(paths.adminCredentials))
    const valid = credentials.find(({ status }) => status === 'valid')
    if (valid === undefined) throw new Unexpected('The register contains no valid PID.')
    const change = { status: 'revoked', reason: 'life cycle of the sandbox' }
    await ask(`${paths.adminCredentials}/${valid.id}/status`, { method: 'POST', body: JSON.stringify(change) })
    narrator.passed('the PID is revoked')
  },
}
