/** Where the Wallet Provider is asked, by wallets and by its administrators. */
export const paths = {
  nonce: '/nonce',
  walletInstance: '/wallet-instance',
  token: '/token',
  walletInstances: '/wallet-instances',
  walletAttestations: '/wallet-attestations',
  statusLists: '/statuslists',
  instanceSearch: '/admin/wallet-instances/search',
  showInstance: '/admin/wallet-instances/show',
  revocation: '/admin/wallet-instances/revoke',
  groupRevocation: '/admin/wallet-instances/revoke-all',
  userLink: '/admin/wallet-instances/link',
  userUnlink: '/admin/wallet-instances/unlink',
  attestationKeys: '/admin/attestation-keys',
  keyActivation: '/admin/attestation-keys/activate',
  keyRevocation: '/admin/attestation-keys/revoke',
} as const
