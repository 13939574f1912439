/** A terminal that keeps the output of commands, and a presentation request for the wallet's questions. */
/** Creates a terminal. `said` contains its standard output and its errors. */
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
