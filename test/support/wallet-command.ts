/** The commands of the wallet in this process, and their output. */
import { freshDirectory } from './fresh-directory.ts'

export const temporary = (): string => freshDirectory()
export const terminal = () => {
  const said: string[] = []
  return { said, out: (text: string) => void said.push(text), err: (text: string) => void said.push(text) }
}

export const request = {
  relyingParty: {
    entityId: 'https://rp.example',
    name: 'Banca\u001b[2J',
    organization: 'Banca S.p.A.',
    policyUri: 'https://rp.example/privacy',
    logoUri: undefined,
    profile: 'seed' as const,
    erasureEndpoint: undefined,
  },
  walletAttestationAsked: true,
  items: [
    {
      id: 'pid',
      purpose: 'To open an account',
      candidates: [{ id: '1', type: 'PID', issuer: 'i', claims: [{ path: ['given_name'], value: 'Ada' }] }],
    },
  ],
}
