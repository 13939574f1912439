/** Gives `@pagopa/io-react-native-wallet` 3.6.3 the version of this library that knows IT-Wallet 1.4. */
import { fromOracles } from '../from-oracles.ts'

export const {
  itWalletAuthorizationServerMetadataV1_3,
  itWalletCredentialIssuerMetadataV1_3,
  itWalletCredentialVerifierMetadataV1_3,
  itWalletSolutionEntityMetadataV1_3,
  jsonWebKeySchema,
  jsonWebKeySetSchema,
} = fromOracles('io-wallet-oid-federation-1.5')
